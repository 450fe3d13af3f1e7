/**
 * Method and path of each operation, as text: the screens' bundle carries these lines and not the schemas. The type compares
 * every line with the contract, so that a path that is wrong or missing does not compile.
 */
import type { endpoints, EndpointName } from '#lib/contracts/endpoints.ts';

type Endpoints = typeof endpoints;
type Routes = { readonly [N in EndpointName]: `${Endpoints[N]['method']} ${Endpoints[N]['path']}` };

export const routes: Routes = {
  register: 'POST /auth/register',
  login: 'POST /auth/login',
  logout: 'POST /auth/logout',
  listUsers: 'GET /users',
  createUser: 'POST /users',
  getUser: 'GET /users/{id}',
  getMe: 'GET /users/me',
  updateMe: 'PATCH /users/me',
  listNotifications: 'GET /notifications',
  readNotification: 'POST /notifications/{id}/read',
  readAllNotifications: 'POST /notifications/read-all',
  deleteNotification: 'DELETE /notifications/{id}',
  clearNotifications: 'DELETE /notifications',
  listOrganizations: 'GET /organizations',
  createOrganization: 'POST /organizations',
  getOrganization: 'GET /organizations/{id}',
  updateOrganization: 'PUT /organizations/{id}',
  listMembers: 'GET /organizations/{id}/members',
  addMember: 'POST /organizations/{id}/members',
  deactivateOrganization: 'DELETE /organizations/{id}',
  restoreOrganization: 'POST /organizations/{id}/restore',
  changeMember: 'PUT /organizations/{id}/members/{user_id}',
  removeMember: 'DELETE /organizations/{id}/members/{user_id}',
  leaveOrganization: 'POST /organizations/{id}/leave',
  listEligibleUsers: 'GET /organizations/{id}/eligible-users',
  requestToJoin: 'POST /organizations/{id}/join-requests',
  withdrawJoinRequest: 'DELETE /organizations/{id}/join-requests/mine',
  listJoinRequests: 'GET /organizations/{id}/join-requests',
  approveJoinRequest: 'POST /organizations/{id}/join-requests/{rid}/approve',
  rejectJoinRequest: 'POST /organizations/{id}/join-requests/{rid}/reject',
  listAuditLogs: 'GET /audit-logs',
  getSigningCertificate: 'GET /organizations/{id}/signing-certificate',
  getSigningCertificatePem: 'GET /organizations/{id}/signing-certificate.pem',
  getInstanceSigningCertificate: 'GET /admin/signing-certificate',
  getInstanceSigningCertificatePem: 'GET /admin/signing-certificate.pem',
  listLocations: 'GET /locations',
  createLocation: 'POST /locations',
  getLocation: 'GET /locations/{id}',
  updateLocation: 'PUT /locations/{id}',
  deleteLocation: 'DELETE /locations/{id}',
  listAssets: 'GET /assets',
  createAsset: 'POST /assets',
  getAsset: 'GET /assets/{ref}',
  updateAsset: 'PUT /assets/{ref}',
  retireAsset: 'DELETE /assets/{ref}',
  restoreAsset: 'POST /assets/{ref}/restore',
  listAssetAuditLogs: 'GET /assets/{ref}/audit-logs',
  analyze: 'POST /calibrations/analyze',
  createCalibration: 'POST /calibrations',
  listCalibrations: 'GET /calibrations',
  listAssetCalibrations: 'GET /assets/{ref}/calibrations',
  getCalibration: 'GET /calibrations/{id}',
  voidCalibration: 'DELETE /calibrations/{id}',
  restoreCalibration: 'POST /calibrations/{id}/restore',
  getCertificate: 'GET /calibrations/{id}/certificate',
  downloadCertificate: 'GET /calibrations/{id}/certificate/download',
  listCalendarEvents: 'GET /dashboard/calendar-events'
};

/** Operations that answer a file instead of JSON. */
export const files: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'getSigningCertificatePem',
  'getInstanceSigningCertificatePem',
  'downloadCertificate'
]);
