import { expect, it } from 'vitest';
import { createSandboxedContext } from './sandbox.ts';

it('the marketplaces answer in this process, and nowhere else is reached', async () => {
  const ctx = await createSandboxedContext();
  try {
    const channels = new Set(ctx.sandbox.control.shops().map(({ channel }) => channel));
    expect(Object.keys(ctx.apps)).toEqual(expect.arrayContaining([...channels]));
    const answer = await ctx.fetch(`${String(ctx.apps.shopee?.hosts['api'])}/api/v2/shop/get_shop_info`);
    expect(await answer.json()).toMatchObject({ error: expect.stringMatching(/^error_/) as unknown });
    await expect(ctx.fetch('http://127.0.0.1:9/')).rejects.toThrow('nothing listens');
    await ctx.settle();
  } finally {
    await ctx.close();
  }
});
