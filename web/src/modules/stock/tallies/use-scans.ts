import { recordScans, type ScanResult } from '@evenstock/contract/stock/tallies';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { failureOf, type Failure } from '../../../api/failure.ts';
import { newPressKey } from '../../../api/press-key.ts';
import { refreshTopics } from '../../../api/queries.ts';
import { sound } from '../../../ui/scan/scan-sounds.ts';
import { forgetScans, keepScan, keptScans, type KeptScan } from './kept-scans.ts';
import { ageOf, soundOf, waitBeforeSending } from './scanning.rules.ts';

/** Scans that are sent at once. */
const AT_ONCE = 50;

/** What became of the scan that was answered last. */
export interface Answered {
  readonly scan: KeptScan;
  readonly result: ScanResult;
}

type NewScan = Pick<KeptScan, 'code' | 'variantId' | 'label' | 'units' | 'isTotal'>;

export interface Scans {
  /** Scans that the server does not have yet. */
  readonly waiting: readonly KeptScan[];
  readonly answered: Answered | null;
  /** Scans that came after the tally was closed: they count nowhere. */
  readonly late: readonly KeptScan[];
  /** Why the waiting scans were not taken; null: they are under way, or wait for a connection. */
  readonly refusal: Failure | null;
  /** There is no connection to the server. */
  readonly isOffline: boolean;
  /** This browser keeps nothing: a reload would lose what waits. */
  readonly isForgetful: boolean;
  readonly add: (scan: NewScan) => void;
  readonly send: () => void;
  readonly drop: () => void;
}

const maySucceedLater = (failure: Failure): boolean =>
  failure.kind === 'offline' ||
  (failure.kind === 'plain' && (failure.status >= 500 || failure.status === 429 || failure.status === 401));

/**
 * The scans of a tally. Each is kept in this browser until the server has it, and sent in its order, so that a lost connection or a reload
 * loses none; the server counts each once by its key.
 */
export function useScans(storeId: string, tallyId: number): Scans {
  const [waiting, setWaiting] = useState(() => keptScans(localStorage, tallyId));
  const [answered, setAnswered] = useState<Answered | null>(null);
  const [late, setLate] = useState<readonly KeptScan[]>([]);
  const [refusal, setRefusal] = useState<Failure | null>(null);
  const [isOffline, setOffline] = useState(false);
  const [isForgetful, setForgetful] = useState(false);
  /** Scans that this browser could not keep. */
  const unkept = useRef<readonly KeptScan[]>([]);
  const queue = useRef({ isSending: false, failures: 0, timer: 0, isOver: false });

  const all = (): readonly KeptScan[] => [...keptScans(localStorage, tallyId), ...unkept.current];
  const forget = (scans: readonly KeptScan[]): void => {
    const keys = new Set(scans.map(({ key }) => key));
    forgetScans(localStorage, tallyId, keys);
    unkept.current = unkept.current.filter(({ key }) => !keys.has(key));
  };

  async function sendSome(scans: readonly KeptScan[]): Promise<void> {
    const now = Date.now();
    const { results } = await call(recordScans, {
      params: { storeId, tallyId },
      body: {
        scans: scans.map(({ key, code, variantId, units, isTotal, at }) => ({
          key,
          code,
          variant_id: variantId,
          units,
          is_total: isTotal,
          age_ms: ageOf(at, now),
        })),
      },
    });
    forget(scans);
    const outcomes = new Map(results.map((result) => [result.key, result]));
    const closed = scans.filter(({ key }) => outcomes.get(key)?.outcome === 'closed');
    if (closed.length > 0) setLate((before) => [...before, ...closed]);
    const wrong = scans.findLast(({ key }) => outcomes.get(key)?.outcome !== 'added');
    const told = wrong ?? scans.at(-1);
    const result = told === undefined ? undefined : outcomes.get(told.key);
    if (told === undefined || result === undefined) return;
    sound(soundOf(result.outcome));
    setAnswered({ scan: told, result });
  }

  async function send(): Promise<void> {
    const state = queue.current;
    if (state.isSending || state.isOver) return;
    clearTimeout(state.timer);
    state.isSending = true;
    setRefusal(null);
    try {
      for (let scans = all(); scans.length > 0 && !queue.current.isOver; scans = all()) {
        await sendSome(scans.slice(0, AT_ONCE));
        state.failures = 0;
        setOffline(false);
        setWaiting(all());
      }
      refreshTopics(['stock_tallies']);
    } catch (thrown) {
      const failure = failureOf(thrown);
      if (maySucceedLater(failure)) {
        setOffline(true);
        state.timer = window.setTimeout(() => void send(), waitBeforeSending(state.failures) * 1_000);
        state.failures += 1;
      } else {
        sound('wrong');
        setRefusal(failure);
      }
    } finally {
      state.isSending = false;
      setWaiting(all());
    }
  }

  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  useEffect(() => {
    const state = queue.current;
    state.isOver = false;
    const sendNow = (): void => void latest.current();
    addEventListener('online', sendNow);
    if (keptScans(localStorage, tallyId).length > 0) sendNow();
    return () => {
      state.isOver = true;
      clearTimeout(state.timer);
      removeEventListener('online', sendNow);
    };
  }, [tallyId]);

  return {
    waiting,
    answered,
    late,
    refusal,
    isOffline,
    isForgetful,
    add: (scan) => {
      const made = { ...scan, key: newPressKey(), at: Date.now() };
      if (!keepScan(localStorage, tallyId, made)) {
        unkept.current = [...unkept.current, made];
        setForgetful(true);
      }
      setWaiting(all());
      void send();
    },
    send: () => void send(),
    drop: () => {
      forget(all());
      setRefusal(null);
      setWaiting([]);
    },
  };
}
