import type { Chinese } from '../../i18n/texts.ts';
import type { useSyncHealthText } from './sync-health.texts.ts';

export const syncHealthChinese: Chinese<typeof useSyncHealthText> = {
  speed: '同步速度',
  speedHint: '最近 24 小时',
  stage: '步骤',
  seen: '售出 → 收到',
  seenHint: '从售出到订单进入本系统',
  pushed: '收到 → 发送',
  pushedHint: '从数量在此变化到发送给该店铺',
  confirmed: '发送 → 确认',
  confirmedHint: '直到该店铺确认',
  median: '一半在此时间内 (p50)',
  slowest: '95% 在此时间内 (p95)',
  times: '次数',
  none: '无',
  now: '当前',
  waiting: '等待发送的数量',
  oldest: '最早等待自',
  nextAttempt: '下次尝试',
  lastError: '最近的错误',
  noError: '无',
};
