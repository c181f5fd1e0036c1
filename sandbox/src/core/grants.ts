import { channelKind } from '@evenstock/contract/channels/channels';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { z } from 'zod';
import type { SandboxClock } from './clock.ts';
import type { Table, Journal } from './journal.ts';

const codeRecord = z.object({
  code: z.string(),
  channel: channelKind,
  shop: z.string(),
  expiresAt: z.int(),
  used: z.boolean(),
  /** What the simulator stores with the consent (redirect address, scopes). */
  extra: z.record(z.string(), z.string()),
});
export type Code = z.infer<typeof codeRecord>;

const tokenRecord = z.object({
  token: z.string(),
  kind: z.enum(['access', 'refresh']),
  channel: channelKind,
  shop: z.string(),
  /** In milliseconds; null if it never expires. */
  expiresAt: z.int().nullable(),
  extra: z.record(z.string(), z.string()),
});
export type Token = z.infer<typeof tokenRecord>;

const consentRecord = z.object({ channel: channelKind, shop: z.string(), grantedAt: z.int() });
export type Consent = z.infer<typeof consentRecord>;

/** The codes, tokens and consents of all shops; each vendor decides which are valid for which call. */
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

  /** Uses up a valid code: one of this channel, unused and not expired. */
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

  /** Returns a token that is valid now. */
  token(channel: ChannelKind, kind: Token['kind'], token: string): Token | null {
    const found = this.#tokens.get(token);
    if (found === undefined || found.channel !== channel || found.kind !== kind) return null;
    return found.expiresAt !== null && found.expiresAt <= this.#clock.now() ? null : found;
  }

  /** Whether such a token was ever issued, valid or not: vendors distinguish an expired token from an unknown one. */
  wasGiven(channel: ChannelKind, token: string): boolean {
    return this.#tokens.get(token)?.channel === channel;
  }

  /** Limits a token's remaining lifetime to these seconds (0 ends it now). */
  shorten(token: Token, seconds: number): void {
    const until = this.#clock.now() + seconds * 1000;
    if (token.expiresAt !== null && token.expiresAt <= until) return;
    token.expiresAt = until;
    this.#tokens.put(token.token, token);
  }

  /** Returns the shop's tokens that are valid now. */
  tokensOf(channel: ChannelKind, shop: string, kind: Token['kind']): Token[] {
    return [...this.#tokens.values()].filter(
      (token) =>
        token.channel === channel &&
        token.shop === shop &&
        token.kind === kind &&
        (token.expiresAt === null || token.expiresAt > this.#clock.now()),
    );
  }

  /** Records the seller's consent. */
  consent(channel: ChannelKind, shop: string): Consent {
    return this.#consents.put(`${channel}/${shop}`, { channel, shop, grantedAt: this.#clock.now() });
  }

  consentOf(channel: ChannelKind, shop: string): Consent | null {
    return this.#consents.get(`${channel}/${shop}`) ?? null;
  }

  /** Revokes the consent and every token of the shop. */
  revoke(channel: ChannelKind, shop: string): void {
    this.#consents.delete(`${channel}/${shop}`);
    for (const kind of ['access', 'refresh'] as const)
      for (const token of this.tokensOf(channel, shop, kind)) this.shorten(token, 0);
  }
}
