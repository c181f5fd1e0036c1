import type { returnMessages } from './returns.ts';
import type { ChineseOf } from '../languages/text-types.ts';

export const returnChinese: ChineseOf<typeof returnMessages> = {
  not_to_answer: '此订单没有等待您处理的退货。',
  restocked_already: '此退货的商品已重新入库，无法再提出争议。',
  answered_already: '已在此处处理过该退货。$t(term:marketplace)确认后状态会更新。',
  overdue: '处理此退货的期限已过。',
  reason_required: '请选择原因',
  reason_gone: '此原因已不可选。请选择其他原因。',
  image_required: '请上传图片',
  too_many_images: '最多选择 {{most}} 张图片',
  image_gone: '有图片已不存在。请重新上传。',
  details_required: '请填写详情',
  email_required: '请填写邮箱',
  email_invalid: '邮箱无效',
};
