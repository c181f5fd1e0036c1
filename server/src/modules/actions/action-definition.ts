import type { Action, ActionResult, Effect, Reference } from '@evenstock/connectors/kit/capabilities';
import type { Access } from '@evenstock/connectors/kit/access';
import type { Connector } from '@evenstock/connectors/kit/connector';
import type { ActionKind, ActionSubject } from '@evenstock/contract/actions/actions';
import type { Message } from '@evenstock/contract/messages/message';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/database.ts';

/** An action as its row holds it. */
export interface ActionRecord {
  readonly id: number;
  readonly storeId: number;
  readonly marketplaceId: number;
  readonly kind: ActionKind;
  readonly subjectType: ActionSubject;
  readonly subjectId: number;
  readonly attemptKey: string;
  readonly userId: number | null;
  /** The access token that it was asked for with. */
  readonly accessTokenId: number | null;
  readonly askedAt: Date;
  /** What was asked for, as the schema of its kind reads it. */
  readonly asked: unknown;
}

/** How an action ended. */
export type ActionEnd =
  | { readonly state: 'done' }
  | {
      readonly state: 'refused';
      readonly code: string;
      readonly reason: Message;
      readonly mayRetry: boolean;
    };

/** The connector's calls of one action, with the request filled in. */
export interface ChannelCalls {
  perform(access: Access): Promise<ActionResult>;
  check(access: Access, reference: Reference | null): Promise<Effect>;
}

/** One kind of action: its calls at a marketplace, and its consequences here. `wiring.ts` lists one for each kind. */
export interface ActionDefinition {
  readonly kind: ActionKind;
  /** Whether the channel has this action. */
  isOffered(connector: Connector): boolean;
  /**
   * The calls for a request. Null: the record of the action is gone.
   * @throws ZodError for a row that this kind did not write
   */
  prepare(
    ctx: Context,
    action: ActionRecord,
    asked: unknown,
    connector: Connector,
  ): Promise<ChannelCalls | null>;
  /** Records the consequences of the action's end, in the transaction that ends it: exactly once. */
  settle(tx: Tx, ctx: Context, action: ActionRecord, end: ActionEnd): Promise<void>;
}

/** Declares a kind of action; `asked` is the schema of what its rows keep. */
export function defineAction<Asked extends z.ZodType, ChannelAsked>(declaration: {
  readonly kind: ActionKind;
  readonly asked: Asked;
  /** The connector's action, if the channel has it. */
  readonly of: (connector: Connector) => Action<ChannelAsked> | undefined;
  /** The input of the connector's action; null where the record is gone. */
  readonly fill: (ctx: Context, action: ActionRecord, asked: z.output<Asked>) => Promise<ChannelAsked | null>;
  readonly settle: ActionDefinition['settle'];
}): ActionDefinition {
  const { kind, of, fill, settle } = declaration;
  return {
    kind,
    isOffered: (connector) => of(connector) !== undefined,
    async prepare(ctx, action, asked, connector) {
      const performed = of(connector);
      const filled = await fill(ctx, action, declaration.asked.parse(asked));
      if (performed === undefined || filled === null) return null;
      return {
        perform: (access) => performed.perform(access, filled),
        check: (access, reference) => performed.check(access, filled, reference),
      };
    },
    settle,
  };
}
