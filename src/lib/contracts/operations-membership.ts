import { z } from 'zod';
import { joinRequestSchema } from './membership.ts';
import { operation } from './operation.ts';
import { addMemberBody, changeMemberBody, memberSchema } from './organizations.ts';
import { userSummarySchema } from './people.ts';
import { id, pageQuery } from './primitives.ts';

const byId = z.strictObject({ id });
const byMember = z.strictObject({ id, user_id: id });
const byRequest = z.strictObject({ id, rid: id });

export const membershipOperations = {
  listMembers: operation({
    method: 'GET',
    path: '/organizations/{id}/members',
    tag: 'Organizations',
    summary: 'List the members',
    access: 'user',
    params: byId,
    query: pageQuery,
    answers: { 200: z.array(memberSchema) },
    refusals: ['not_found', 'forbidden', 'invalid_cursor'],
    paged: true
  }),
  addMember: operation({
    method: 'POST',
    path: '/organizations/{id}/members',
    tag: 'Organizations',
    summary: 'Add a person as a member',
    access: 'technician',
    params: byId,
    body: addMemberBody,
    answers: { 201: memberSchema },
    refusals: ['not_found', 'forbidden', 'already_member'],
    idempotent: true
  }),
  changeMember: operation({
    method: 'PUT',
    path: '/organizations/{id}/members/{user_id}',
    tag: 'Organizations',
    summary: 'Change a member’s role in the organization, and whether they may release certificates',
    access: 'technician',
    params: byMember,
    body: changeMemberBody,
    answers: { 200: memberSchema },
    refusals: ['not_found', 'forbidden', 'last_admin']
  }),
  removeMember: operation({
    method: 'DELETE',
    path: '/organizations/{id}/members/{user_id}',
    tag: 'Organizations',
    summary: 'Remove a member',
    access: 'technician',
    params: byMember,
    answers: { 204: null },
    refusals: ['not_found', 'forbidden', 'last_admin']
  }),
  leaveOrganization: operation({
    method: 'POST',
    path: '/organizations/{id}/leave',
    tag: 'Organizations',
    summary: 'Leave the organization',
    access: 'user',
    params: byId,
    answers: { 204: null },
    refusals: ['not_found', 'last_admin']
  }),
  listEligibleUsers: operation({
    method: 'GET',
    path: '/organizations/{id}/eligible-users',
    tag: 'Organizations',
    summary: 'List people who can be added: active accounts that are not members',
    access: 'technician',
    params: byId,
    query: pageQuery,
    answers: { 200: z.array(userSummarySchema) },
    refusals: ['not_found', 'forbidden', 'invalid_cursor'],
    paged: true
  }),
  requestToJoin: operation({
    method: 'POST',
    path: '/organizations/{id}/join-requests',
    tag: 'Organizations',
    summary: 'Ask to become a member',
    access: 'user',
    params: byId,
    answers: { 201: joinRequestSchema },
    refusals: ['not_found', 'already_member', 'request_pending'],
    idempotent: true
  }),
  withdrawJoinRequest: operation({
    method: 'DELETE',
    path: '/organizations/{id}/join-requests/mine',
    tag: 'Organizations',
    summary: 'Withdraw the caller’s pending request',
    access: 'user',
    params: byId,
    answers: { 204: null },
    refusals: ['not_found']
  }),
  listJoinRequests: operation({
    method: 'GET',
    path: '/organizations/{id}/join-requests',
    tag: 'Organizations',
    summary: 'List pending requests, oldest first',
    access: 'technician',
    params: byId,
    query: pageQuery.omit({ q: true }),
    answers: { 200: z.array(joinRequestSchema) },
    refusals: ['not_found', 'forbidden', 'invalid_cursor'],
    paged: true
  }),
  approveJoinRequest: operation({
    method: 'POST',
    path: '/organizations/{id}/join-requests/{rid}/approve',
    tag: 'Organizations',
    summary: 'Approve a request: the person becomes a member',
    access: 'technician',
    params: byRequest,
    answers: { 200: joinRequestSchema },
    refusals: ['not_found', 'forbidden', 'already_decided']
  }),
  rejectJoinRequest: operation({
    method: 'POST',
    path: '/organizations/{id}/join-requests/{rid}/reject',
    tag: 'Organizations',
    summary: 'Decline a request',
    access: 'technician',
    params: byRequest,
    answers: { 200: joinRequestSchema },
    refusals: ['not_found', 'forbidden', 'already_decided']
  })
} as const;
