import type { z } from 'zod';
import { analysisRequestSchema, pointSchema } from '#lib/contracts/analysis-request.ts';
import { analysisResultSchema, pointResultSchema } from '#lib/contracts/analysis-result.ts';
import { assetSchema, channelSchema } from '#lib/contracts/assets.ts';
import { auditEntrySchema } from '#lib/contracts/audit.ts';
import { calibrationHeaderSchema, calibrationSchema } from '#lib/contracts/calibrations.ts';
import { calendarEventSchema } from '#lib/contracts/dashboard.ts';
import { refusal, validationError } from '#lib/contracts/errors.ts';
import { locationSchema } from '#lib/contracts/locations.ts';
import { joinRequestSchema } from '#lib/contracts/membership.ts';
import { notificationSchema } from '#lib/contracts/notifications.ts';
import {
  memberSchema,
  organizationSchema,
  privateOrganizationSchema,
  signingCertificateSchema
} from '#lib/contracts/organizations.ts';
import { userSchema, userSummarySchema } from '#lib/contracts/people.ts';
import { calendarDate, id, instant } from '#lib/contracts/primitives.ts';

/** Named schemas of the OpenAPI document; all others are inline. */
export const componentSchemas: Readonly<Record<string, z.ZodType>> = {
  AnalysisRequest: analysisRequestSchema,
  AnalysisResult: analysisResultSchema,
  Asset: assetSchema,
  AuditEntry: auditEntrySchema,
  CalendarEvent: calendarEventSchema,
  CalendarDate: calendarDate,
  Calibration: calibrationSchema,
  CalibrationHeader: calibrationHeaderSchema,
  Channel: channelSchema,
  Id: id,
  Instant: instant,
  JoinRequest: joinRequestSchema,
  Location: locationSchema,
  Member: memberSchema,
  Notification: notificationSchema,
  Organization: organizationSchema,
  Point: pointSchema,
  PointResult: pointResultSchema,
  PrivateOrganization: privateOrganizationSchema,
  Refusal: refusal,
  SigningCertificate: signingCertificateSchema,
  User: userSchema,
  UserSummary: userSummarySchema,
  ValidationError: validationError
};
