import { channelKind } from '@evenstock/contract/channels';
import type { ChannelKind } from '@evenstock/contract/channels';
import { z } from 'zod';
import type { SandboxClock } from './clock.ts';
import type { Table, Journal } from './journal.ts';

const codeRecord = z.object({
  code: z.string(),
  channel: channelKind,
  shop: z.string(),
  expiresAt: z.int(),
  used: z.boolean(),
  /** What the simulator must remember of the consent (redirect address, scopes). */
  extra: z.record(z.string(), z.string()),
});
export type Code = z.infer<typeof codeRecord>;

const tokenRecord = z.object({
  token: z.string(),
  kind: z.enum(['access', 'refresh']),
  channel: channelKind,
  shop: z.string(),
  /** Milliseconds; null: for ever. */
  expiresAt: z.int().nullable(),
  extra: z.record(z.string(), z.string()),
});
export type Token = z.infer<typeof tokenRecord>;

const consentRecord = z.object({ channel: channelKind, shop: z.string(), grantedAt: z.int() });
export type Consent = z.infer<typeof consentRecord>;

/** Codes, tokens and consents of all shops. Which of them are good for what is each vendor's own rule. */
export class Grants {
  readonly #clock: SandboxClock;
  readonly #codes: Table<Code>;
  readonly #tokens: Table<Token>;
  readonly #consents: Table<Consent>;

  constructor(journal: Journal, clock: SandboxClock) {
    this.#clock = clock;
    this.#codes = journal.table('codes', codeRecord);
    this.#tokens = journal.table('tokens', tokenRecord);
    this.#consents = journal.table('consents', consentRecord);
  }

  addCode(code: Omit<Code, 'expiresAt' | 'used'>, lifeSeconds: number): Code {
    return this.#codes.put(code.code, {
      ...code,
      used: false,
      expiresAt: this.#clock.now() + lifeSeconds * 1000,
    });
  }

  /** Takes a code that is good: of this channel, unused, not expired. It is used then. */
  takeCode(channel: ChannelKind, code: string): Code | null {
    const found = this.#codes.get(code);
    if (
      found === undefined ||
      found.channel !== channel ||
      found.used ||
      found.expiresAt <= this.#clock.now()
    )
      return null;
    found.used = true;
    return this.#codes.put(code, found);
  }

  addToken(token: Omit<Token, 'expiresAt'>, lifeSeconds: number | null): Token {
    return this.#tokens.put(token.token, {
      ...token,
      expiresAt: lifeSeconds === null ? null : this.#clock.now() + lifeSeconds * 1000,
    });
  }

  /** A token that is good now. */
  token(channel: ChannelKind, kind: Token['kind'], token: string): Token | null {
    const found = this.#tokens.get(token);
    if (found === undefined || found.channel !== channel || found.kind !== kind) return null;
    return found.expiresAt !== null && found.expiresAt <= this.#clock.now() ? null : found;
  }

  /** Whether such a token was ever given, good or not: vendors tell an expired one from a wrong one. */
  wasGiven(channel: ChannelKind, token: string): boolean {
    return this.#tokens.get(token)?.channel === channel;
  }

  /** Lets a token live so many seconds more at most (0: ends now). */
  shorten(token: Token, seconds: number): void {
    const until = this.#clock.now() + seconds * 1000;
    if (token.expiresAt !== null && token.expiresAt <= until) return;
    token.expiresAt = until;
    this.#tokens.put(token.token, token);
  }

  /** Tokens of a shop that are good now. */
  tokensOf(channel: ChannelKind, shop: string, kind: Token['kind']): Token[] {
    return [...this.#tokens.values()].filter(
      (token) =>
        token.channel === channel &&
        token.shop === shop &&
        token.kind === kind &&
        (token.expiresAt === null || token.expiresAt > this.#clock.now()),
    );
  }

  /** The seller said yes. */
  consent(channel: ChannelKind, shop: string): Consent {
    return this.#consents.put(`${channel}/${shop}`, { channel, shop, grantedAt: this.#clock.now() });
  }

  consentOf(channel: ChannelKind, shop: string): Consent | null {
    return this.#consents.get(`${channel}/${shop}`) ?? null;
  }

  /** The seller took it back: every token of the shop ends. */
  revoke(channel: ChannelKind, shop: string): void {
    this.#consents.delete(`${channel}/${shop}`);
    for (const kind of ['access', 'refresh'] as const)
      for (const token of this.tokensOf(channel, shop, kind)) this.shorten(token, 0);
  }
}
