import { expect, it } from 'vitest';
import { joinWrite } from './join-writes.ts';

/** Counts the calls that are sent; each is answered by its number once `answer` is called. */
function calls() {
  const underWay = new Map<string, Promise<number>>();
  const answers: (() => void)[] = [];
  const write = (input: Parameters<typeof joinWrite>[1]) =>
    joinWrite(
      underWay,
      input,
      () =>
        new Promise<number>((resolve) => {
          const number = answers.length + 1;
          answers.push(() => resolve(number));
        }),
    );
  return { write, sent: () => answers.length, answer: (index: number) => answers[index]?.() };
}

const sheet = (name: string): FormData => {
  const body = new FormData();
  body.set('file', new File(['SKU'], name, { lastModified: 1 }));
  return body;
};

it('joins a second write of the same input, until the first is answered', async () => {
  const { write, sent, answer } = calls();
  const input = { params: { storeId: 'a' }, body: { adjustment: 1 } };
  const both = [write(input), write({ ...input })];
  expect(sent()).toBe(1);
  answer(0);
  expect(await Promise.all(both)).toEqual([1, 1]);
  void write(input);
  expect(sent()).toBe(2);
});

it('sends other input, also another file, at once', () => {
  const { write, sent } = calls();
  for (const body of [
    { adjustment: 1 },
    { adjustment: 2 },
    sheet('a.xlsx'),
    sheet('a.xlsx'),
    sheet('b.xlsx'),
  ])
    void write({ body });
  expect(sent()).toBe(4);
});

it('may be sent again once it failed', async () => {
  const underWay = new Map<string, Promise<number>>();
  const failed = joinWrite(underWay, {}, () => Promise.reject(new Error('refused')));
  await expect(failed).rejects.toThrow('refused');
  expect(await joinWrite(underWay, {}, () => Promise.resolve(7))).toBe(7);
});
