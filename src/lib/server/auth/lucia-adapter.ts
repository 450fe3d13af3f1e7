import type { Adapter } from 'lucia';
import type { CommonQueryMethods } from 'slonik';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  findSession,
  insertSession,
  listSessionsOf,
  prolongSession,
  type SessionKind,
  type SessionRow
} from '#lib/server/db/sessions.ts';

/** A session that is used all the time ends after half a year: who has a device is asked for the password then. */
const MOST_DAYS = 180;

/**
 * Lucia's access to the sessions of one kind. Ids are not hashed here, because `sessions.ts` hashes tokens. A brief
 * session is never extended.
 */
export const luciaAdapter = (db: CommonQueryMethods, kind: SessionKind): Adapter => ({
  async getSessionAndUser(sessionId) {
    const found = await findSession(db, sessionId, kind);
    if (!found) return [null, null];
    const { full_name, role, language, is_active, is_verified, memberships } = found;
    const attributes = { full_name, role, language, is_active, is_verified, memberships };
    return [toLucia(found), { id: found.user_id, attributes }];
  },
  getUserSessions: async (userId) => (await listSessionsOf(db, userId, kind)).map(toLucia),
  setSession: ({ id, userId, expiresAt, attributes }) =>
    insertSession(db, {
      id,
      userId,
      expiresAt: expiresAt.toISOString(),
      kind,
      userAgent: attributes.user_agent,
      methods: attributes.methods,
      setupOnly: attributes.setup_only
    }),
  updateSessionExpiration: async (sessionId, expiresAt) => {
    if (kind === 'remembered') await prolongSession(db, sessionId, expiresAt.toISOString(), MOST_DAYS);
  },
  deleteSession: (sessionId) => deleteSession(db, sessionId),
  deleteUserSessions: (userId) => deleteSessionsOf(db, userId, null),
  deleteExpiredSessions: () => deleteExpiredSessions(db)
});

const toLucia = (row: SessionRow) => ({
  id: row.id,
  userId: row.user_id,
  expiresAt: new Date(row.expires_at),
  attributes: { user_agent: null, methods: [], last_used_at: row.last_used_at, setup_only: row.setup_only }
});
