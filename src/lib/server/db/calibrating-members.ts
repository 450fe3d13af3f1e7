import { sql } from 'slonik';
import { z } from 'zod';
import type { Tx } from './transaction.ts';

/** Active technicians, admins and superadmins who are members: those who are told of calibrations. */
export const findCalibratingMembers = (tx: Tx, organizationId: string): Promise<readonly string[]> =>
  tx.anyFirst(sql.type(z.object({ id: z.string() }))`
    SELECT u.id FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.organization_id = ${organizationId} AND u.is_active AND u.role <> 'viewer'
    ORDER BY u.id`);
