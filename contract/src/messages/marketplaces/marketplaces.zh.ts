import type { marketplaceMessages } from './marketplaces.ts';
import type { ChineseOf } from '../languages/text-types.ts';

export const marketplaceChinese: ChineseOf<typeof marketplaceMessages> = {
  zeroing_needs_authorisation:
    '{{marketplace}} 未授权，无法在此将其链接设为 0。请先授权，或在其卖家中心设为 0。',
  safety_changed: '其他人已将其安全库存改为 {{units}}。',
  name_taken: '此店铺已有同名的$t(term:marketplace)，请换一个名称。',
  name_contended: '正有多个同名的$t(term:marketplace)在创建，请重试。',
  flag_for_staff: '只有此安装的运维人员可以添加（{{flag}}）。',
  shop_name_invalid: '{{channel}} 店铺名是您店铺地址中 .{{domain}} 之前的部分。',
  authorised_already: '{{marketplace}} 已授权。如需重新授权，请先停用。',
  channel_required: '请选择平台',
  shop_name_required: '请输入 {{channel}} 店铺名',
  flag_elsewhere: '“{{flag}}”只适用于 {{channel}}。请选择平台 {{channel}}，或不选此项。',
};
