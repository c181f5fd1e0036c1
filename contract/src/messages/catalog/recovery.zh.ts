import type { recoveryMessages } from './recovery.ts';
import type { ChineseOf } from '../languages/text-types.ts';

export const recoveryChinese: ChineseOf<typeof recoveryMessages> = {
  went_back: '数据库已恢复到较早的时间',
  shops_wait: '在读取店铺并拉取其订单之前，不会写入任何店铺。这需要几分钟，无需任何操作。',
  orders_come_again: '此后的订单会自动重新导入，且每个数量只变更一次。',
  sign_in_again: '所有人都需要重新登录。请重新发送未接受的邀请；部分店铺可能需要重新验证。',
  counts_needed_other: '请清点 {{count}} 个 SKU：数量已不确定',
  count_why: '数据库恢复后，没有一个数量能解释各店铺显示的数量。请输入实际数量。',
  skus_named: '需要清点的 SKU：{{skus}}。',
  counted_meanwhile: '此 SKU 不再需要清点。',
};
