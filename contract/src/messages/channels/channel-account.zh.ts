import type { channelAccountMessages } from './channel-account.ts';
import type { ChineseOf } from '../languages/text-types.ts';

export const channelAccountChinese: ChineseOf<typeof channelAccountMessages> = {
  company_name: '公司名称',
  country: '国家/地区',
  description: '简介',
  disable_make_offer: '关闭议价',
  domain: '域名',
  email: '电子邮箱',
  enable_display_of_unit_number: '显示门牌号',
  images: '图片',
  logo: '标志',
  name: '名称',
  open: '营业中',
  province: '省份',
  region: '国家/地区',
  seller_id: '卖家 ID',
  seller_type: '卖家类型',
  shipping_templates: '运费模板',
  shop_code: '平台店铺代码',
  shop_id: '平台店铺 ID',
  shop_name: '平台店铺名称',
  shop_page: '平台店铺页面',
  short_code: '短代码',
  store_name: '平台店铺名称',
  user_id: '用户 ID',
  videos: '视频',
};
