import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { jobs } from './wiring.ts';

/** The modules that handle jobs. */
const modules = readdirSync(new URL('modules', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.handlers.ts'))
  .map((file) => file.split(/[/\\]/)[0] ?? '');

describe('the name of a job', () => {
  it.each(jobs.map(({ definition }) => definition))('$name: module.verb_noun', ({ name }) => {
    expect(name).toMatch(/^[a-z]+(\.[a-z]+)(_[a-z]+)+$/);
  });

  it.each(modules)('in %s begins with the module that handles it', async (module) => {
    const handlers: Record<string, unknown> = await import(`./modules/${module}/${module}.handlers.ts`);
    const bound = handlers[`${module}Jobs`];
    const own = jobs.filter((each) => Array.isArray(bound) && bound.includes(each));
    expect(own.filter(({ definition }) => !definition.name.startsWith(`${module}.`))).toEqual([]);
    expect(own.length > 0 || ['operations', 'pulls'].includes(module)).toBe(true);
  });

  it('is of one job', () => {
    const names = jobs.map(({ definition }) => definition.name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
