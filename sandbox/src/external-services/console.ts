import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Table } from '../core/journal.ts';
import { hashText } from '../core/random.ts';
import type { ExternalServicesContext } from './payments.ts';

/** The secret that console and product share: it signs sign-ins and authorises calls of the console's API. */
export const consoleSecret = 'evenstock-sandbox-console-secret';
const sessionSeconds = 300;

const sessionRecord = z.object({
  userId: z.string(),
  email: z.string(),
  expiresAt: z.int(),
  isUsed: z.boolean(),
});
const cardRecord = z.object({ last4: z.string() });

export interface LoginSession {
  readonly user_id: string;
  readonly email: string;
  readonly login_session: string;
}

/** The simulated sister console: its sign-ins and its customers' cards. Anybody may sign in as anybody. */
export class Console {
  readonly #sessions: Table<z.infer<typeof sessionRecord>>;
  readonly #cards: Table<z.infer<typeof cardRecord>>;
  readonly #context: ExternalServicesContext;

  constructor(context: ExternalServicesContext) {
    this.#context = context;
    this.#sessions = context.journal.table('console_sessions', sessionRecord);
    this.#cards = context.journal.table('console_cards', cardRecord);
  }

  /** A signed sign-in for the product, valid for five minutes and one use. */
  loginSession({ email: given }: { readonly email: string }): LoginSession {
    const email = given.trim().toLowerCase();
    const userId = `u_${hashText(email).toString(16).padStart(8, '0')}`;
    const expiresAt = Math.floor(this.#context.clock.now() / 1000) + sessionSeconds;
    const nonce = this.#context.random.hex(32);
    this.#sessions.put(nonce, { userId, email, expiresAt, isUsed: false });
    const payload = Buffer.from(
      JSON.stringify({ user_id: userId, email, expires_at: expiresAt, nonce }),
    ).toString('base64url');
    return { user_id: userId, email, login_session: `${payload}.${sign(payload)}` };
  }

  /** Uses up a sign-in. Null for one that is forged, used or expired. */
  redeem(session: string): { id: string; email: string } | null {
    const [payload = '', signature = ''] = session.split('.');
    const made = Buffer.from(sign(payload));
    const given = Buffer.from(signature);
    if (given.length !== made.length || !timingSafeEqual(given, made)) return null;
    const { nonce } = z
      .object({ nonce: z.string() })
      .parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
    const known = this.#sessions.get(nonce);
    if (known === undefined || known.isUsed || known.expiresAt * 1000 < this.#context.clock.now())
      return null;
    this.#sessions.put(nonce, { ...known, isUsed: true });
    return { id: known.userId, email: known.email };
  }

  /** The address that a browser is sent to after signing in. */
  entry({ email }: { readonly email: string }, redirect: string): string {
    const session = this.loginSession({ email });
    const query = new URLSearchParams({
      userid: session.user_id,
      useremail: session.email,
      loginsession: session.login_session,
      redirect: ownPath(redirect),
    });
    return `${this.#context.returnBase}/console_entry?${query.toString()}`;
  }

  /** Records that a person has a card; only its last digits are kept. */
  keepCard(email: string, digits: string): void {
    this.#cards.put(email.trim().toLowerCase(), { last4: digits.slice(-4) });
  }

  cards(): { email: string; last4: string }[] {
    return [...this.#cards.entries()].map(([email, { last4 }]) => ({ email, last4 }));
  }

  /** The product's address of a path. */
  backTo(redirect: string): string {
    return `${this.#context.returnBase}${ownPath(redirect)}`;
  }
}

/** A path of the product; an address of another site becomes the default. */
function ownPath(path: string): string {
  return /^\/(?![/\\])/.test(path) ? path : '/';
}

function sign(payload: string): string {
  return createHmac('sha256', consoleSecret).update(payload).digest('base64url');
}
