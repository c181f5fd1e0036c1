import { describe, expect, it } from 'vitest';
import { parseDatabaseUrl, serves } from './database-url.rules.ts';

describe('an address of PostgreSQL', () => {
  it('with one host is left as it is, and that host serves whatever it is', () => {
    for (const url of [
      'postgres://evenstock:a%40b@db:5433/evenstock',
      'postgresql://localhost/evenstock?host=%2Frun%2Fpostgresql&sslmode=require',
      'postgres://[::1]:5432/evenstock',
    ])
      expect(parseDatabaseUrl(url)).toEqual({ urls: [url], wanted: null });
  });

  it('with several hosts is one for each, with everything else that was written', () => {
    expect(
      parseDatabaseUrl(
        'postgres://u:p@one:5432,two:5433,[::1]/db?sslmode=require&target_session_attrs=primary',
      ),
    ).toEqual({
      urls: [
        'postgres://u:p@one:5432/db?sslmode=require',
        'postgres://u:p@two:5433/db?sslmode=require',
        'postgres://u:p@[::1]/db?sslmode=require',
      ],
      wanted: 'primary',
    });
    expect(parseDatabaseUrl('postgres://one,two/db')).toMatchObject({ wanted: 'read-write' });
    expect(parseDatabaseUrl('postgres://one/db?target_session_attrs=read-write')).toEqual({
      urls: ['postgres://one/db'],
      wanted: 'read-write',
    });
  });

  it.each([
    ['mysql://one/db', 'must be an address like'],
    ['one:5432/db', 'must be an address like'],
    ['postgres://one:54321x,two/db', 'must be an address like'],
    ['postgres://one,,two/db', 'one of them is empty'],
    ['postgres://one,two,/db', 'one of them is empty'],
    ['postgres://one,two/db?port=5433', 'no host or port after the question mark'],
    [
      'postgres://one,two/db?target_session_attrs=standby',
      'target_session_attrs=standby, but Evenstock writes',
    ],
  ])('%s is refused with the reason', (url, reason) => {
    expect(parseDatabaseUrl(url)).toEqual({ problem: expect.stringContaining(reason) });
  });

  it('wants a server that takes changes, or the primary, or any', () => {
    const states = [
      { isRecovering: false, isReadOnly: false },
      { isRecovering: false, isReadOnly: true },
      { isRecovering: true, isReadOnly: true },
    ];
    expect(states.map((state) => serves('read-write', state))).toEqual([true, false, false]);
    expect(states.map((state) => serves('primary', state))).toEqual([true, true, false]);
    expect(states.map((state) => serves('any', state))).toEqual([true, true, true]);
  });
});
