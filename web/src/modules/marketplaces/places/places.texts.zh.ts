import type { Chinese } from '../../../i18n/texts.ts';
import type { usePlacesText } from './places.texts.ts';

export const placesChinese: Chinese<typeof usePlacesText> = {
  title: '库存地点',
  titleSummed: '库存地点',
  kept: 'Evenstock 在以下地点读取和写入此店铺的数量：',
  keptSummed: '以下地点的件数合计即为此店铺的数量：',
  default: '未选择：使用 {{channel}} 的默认地点。',
  change: '更改',
  askTitle: '选择库存地点',
  askWhy:
    '此店铺在多个地点存放商品。请选择由 Evenstock 保管的地点：数量在那里读取和写入，从其他地点发货的订单不会改变数量。',
  askWhySummed:
    '此店铺在多个仓库存放商品。请选择由 Evenstock 保管的仓库：它们合计为一个数量，从其他仓库发货的订单不会改变数量。',
  askUntil: '在此之前，不会从此店铺读取或向其写入任何内容。',
  askAdmin: '由店铺的所有者或管理员在此选择。',
  choose: '选择',
  unreadTitle: '尚未读取库存地点',
  unreadWhy: '店铺已授权，但 {{channel}} 未返回其库存地点：{{reason}}系统会自动重试。',
  movingTitle: '正在转到其他库存地点',
  movingWhy: '链接在 {{places}} 重新开始。先读取那里的数量，再写入 Evenstock 的数量。',

  dialogTitle: '{{name}} 的库存地点',
  dialogTitleSummed: '{{name}} 的库存地点',
  dialogHint: '以 {{channel}} 当前列表为准。',
  none: '{{channel}} 没有列出此店铺的地点，因此使用其默认地点。',
  onlyOne: '此店铺只有一个库存地点。',
  isKept: '当前保管',
  isClosed: '已关闭',
  isMarketplaces: '平台自有仓库',
  keepIt: '保管此地点',
  keepThem: '保管这些地点',
  move_other: '转移 {{count, number}} 个链接',
  becomes: '数量的变化',
  becomesWhy:
    'Evenstock 中的数量保持不变，并写入新地点，覆盖那里显示的数量。旧地点显示的数量保持原样，Evenstock 不再跟踪。',
  sku: 'SKU',
  has: 'Evenstock 数量',
  shows: '那里当前显示',
  written: '将显示',
  notThere: '未在那里存放',
  notWritten: '不写入',
  noListings: '此店铺还没有链接，因此没有数量会改变。',
  chosen: 'Evenstock 现在保管 {{places}}',
  failed: '未能更改地点',
  failedBecause: '未能更改地点：{{reason}}',
};
