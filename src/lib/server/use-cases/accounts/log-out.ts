import { endSession } from '#lib/server/auth/sessions.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

/** Ends one session: its token becomes invalid at once, other sessions of the person continue. */
export const logOut = ({ pool }: Services, sessionId: string): Promise<void> => endSession(pool, sessionId);
