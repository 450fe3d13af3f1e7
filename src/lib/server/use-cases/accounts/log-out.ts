import { endSession } from '#lib/server/auth/sessions.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** Ends one session: its token is dead at once, others of the same person live on. */
export const logOut = ({ pool }: Services, sessionId: string): Promise<void> => endSession(pool, sessionId);
