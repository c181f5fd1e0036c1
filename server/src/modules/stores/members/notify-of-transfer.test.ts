import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../../testing/context.ts';
import { openNotifications } from '../../../testing/open-notifications.ts';
import { addMember, addUser } from '../../../testing/world.ts';
import { createStore } from '../create-store.ts';
import { leaveStore } from './remove-member.ts';
import { answerTransfer, cancelTransfer, startTransfer } from './transfer-ownership.ts';

let ctx: TestContext;
let owner: { userId: number; role: 'member' };
let heir: { userId: number; role: 'member'; sessionId: number; email: string };
let storeId: number;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());
beforeEach(async () => {
  owner = { userId: await addUser(ctx), role: 'member' };
  const email = `heir-${String(owner.userId)}@shop.test`;
  heir = { userId: await addUser(ctx, 'member', email), role: 'member', sessionId: 0, email };
  storeId = await createStore(ctx, owner, { name: 'Kopi', country: 'sg' });
  await addMember(ctx, storeId, heir.userId, 'member');
});

const open = async () =>
  (await openNotifications(ctx, storeId)).map(({ kind, title, userId }) => ({ kind, title, userId }));

it('who may take an offer is notified of it, and who made it of its answer', async () => {
  const first = await startTransfer(ctx, owner, storeId, heir.userId);
  expect(await open()).toEqual([
    {
      kind: 'transfer_offered',
      title: 'The ownership of this store is offered to you',
      userId: heir.userId,
    },
  ]);
  await answerTransfer(ctx, heir, storeId, first.id, 'rejected');
  const declined = {
    kind: 'transfer_ended',
    title: `${heir.email} declined the ownership`,
    userId: owner.userId,
  };
  expect(await open()).toEqual([declined]);
  const second = await startTransfer(ctx, owner, storeId, heir.userId);
  await answerTransfer(ctx, heir, storeId, second.id, 'accepted');
  expect(await open()).toEqual([
    declined,
    { kind: 'transfer_ended', title: `${heir.email} owns this store now`, userId: owner.userId },
  ]);
});

it('who had an offer is notified when it is taken back', async () => {
  const { id } = await startTransfer(ctx, owner, storeId, heir.userId);
  await cancelTransfer(ctx, owner, storeId, id);
  expect(await open()).toEqual([
    {
      kind: 'transfer_ended',
      title: 'The ownership of this store is no longer offered to you',
      userId: heir.userId,
    },
  ]);
});

it('who made an offer is notified when the member leaves', async () => {
  await startTransfer(ctx, owner, storeId, heir.userId);
  await leaveStore(ctx, heir, storeId);
  expect(await open()).toEqual([
    { kind: 'transfer_ended', title: `${heir.email} is no longer in this store`, userId: owner.userId },
  ]);
});
