import type { packingMessages } from './packing.ts';
import type { ChineseOf } from '../languages/text-types.ts';

export const packingChinese: ChineseOf<typeof packingMessages> = {
  code_required: '请扫描订单号或运单号。',
  nothing_scanned: '请先扫描订单中的每件商品。',
  cancelled: '此订单已取消，请勿寄出。',
  cancellation_requested: '买家申请取消此订单。请先答复申请，再打包。',
  completed: '此订单已完成。',
  not_to_send: '此订单暂时不能寄出。请打开订单页面查看原因。',
  no_units: '此订单已没有需要寄出的商品。',
  packed_meanwhile: '此订单刚刚已被他人打包。请放到一边，避免重复寄出。',
  units_changed: '扫描后订单有变化。请重新扫描其商品。',
};
