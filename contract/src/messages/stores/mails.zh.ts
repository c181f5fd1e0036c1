import type { mailMessages } from './mails.ts';
import type { ChineseOf } from '../languages/text-types.ts';

export const mailChinese: ChineseOf<typeof mailMessages> = {
  reset_subject: '重置您的 Evenstock 密码',
  reset: '有人请求重置 {{email}} 的密码。请在 {{hours}} 小时内在此设置新密码。',
  reset_action: '设置新密码',
  reset_latest_link: '此链接只能使用一次。如果您多次请求，只有最新的链接有效。',
  reset_not_you: '如果不是您本人，请忽略：密码保持不变。',

  confirmation_subject: '确认您的 Evenstock 账号',
  confirmation: '欢迎使用 Evenstock。请在 {{hours}} 小时内确认您的邮箱，账号即可使用。',
  confirmation_action: '确认我的邮箱',
  confirmation_once: '此链接只能使用一次。',
  confirmation_not_you: '如果您没有注册，请忽略：不会创建账号。',

  registered_subject: '您已有 Evenstock 账号',
  registered: '有人用 {{email}} 注册，但该邮箱已有账号。一切不变。',
  registered_help: '如果是您本人，直接登录即可。如果忘记密码，请在此重置：{{url}}',
  registered_action: '登录',
  registered_not_you: '如果不是您本人，请忽略。',

  deletion_subject: '您的 Evenstock 账号将被删除',
  deletion: '应您的请求，您的账号将于 {{day}} 删除，即请求后 {{days}} 天。您已在所有设备上退出登录。',
  deletion_help: '如果您改变主意，或者不是您本人的请求，请在此之前登录，账号将保留。',
  deletion_action: '保留我的账号',

  second_factor_on_subject: '您的 Evenstock 账户已启用两步验证',
  second_factor_on: '{{email}} 的两步验证刚刚已启用：登录时需要输入验证码。',
  second_factor_off_subject: '您的 Evenstock 账户已关闭两步验证',
  second_factor_off: '{{email}} 的两步验证刚刚已关闭：仅凭密码即可登录。',

  password_changed_subject: '您的 Evenstock 密码已更改',
  password_changed: '{{email}} 的密码刚刚被更改，其他设备均已退出登录。',
  password_changed_action: '不是我本人：重置密码',

  invitation_subject: '您被邀请加入 Evenstock 上的 {{store}}',
  invitation_as_admin: '{{inviter}} 邀请您以管理员身份加入 Evenstock 上的店铺 {{store}}。',
  invitation_as_member: '{{inviter}} 邀请您以成员身份加入 Evenstock 上的店铺 {{store}}。',
  unnamed_invitation_as_admin: '店铺的一位成员邀请您以管理员身份加入 Evenstock 上的店铺 {{store}}。',
  unnamed_invitation_as_member: '店铺的一位成员邀请您以成员身份加入 Evenstock 上的店铺 {{store}}。',
  invitation_help: '请在此接受邀请。如果您还没有账号，请设置密码；否则请登录。',
  invitation_action: '接受邀请',
  invitation_until: '此链接只能使用一次，{{days}} 天内有效，截至 {{until}}。',
  invitation_unexpected: '如果您不知道此邀请，请忽略：未经您接受，一切不变。',

  transfer_action: '打开店铺设置',
  transfer_offered_subject: '您被邀请接手 {{store}} 的所有权',
  transfer_offered: '{{member}} 想将 Evenstock 上店铺 {{store}} 的所有权转让给您。',
  transfer_offered_help: '请在店铺设置中接受或拒绝。在您接受之前，一切不变。',
  transfer_cancelled_subject: '{{store}} 的所有权不再转让给您',
  transfer_cancelled: '{{member}} 撤回了将店铺 {{store}} 转让给您的提议。',
  transfer_accepted_subject: '{{member}} 现在是 {{store}} 的所有者',
  transfer_accepted: '{{member}} 接受了 Evenstock 上店铺 {{store}} 的所有权。您现在是店铺的管理员。',
  transfer_rejected_subject: '{{member}} 拒绝了 {{store}} 的所有权',
  transfer_rejected: '{{member}} 拒绝成为 Evenstock 上店铺 {{store}} 的所有者。您仍是所有者。',

  referral_subject: '{{store}} 向您推荐 Evenstock',
  referral: '{{store}} 使用 Evenstock 让每个$t(term:marketplace)的库存保持一致，并认为您也可以。',
  referral_offer: '通过此链接注册，即可获得 $50 代金券优惠。代金券在付费订阅的第二个月发放。',
  referral_action: '查看优惠',
  referral_once: '您只会收到一次此邮件，因为此店铺的人填写了您的邮箱。',

  first_sync_subject: '{{marketplace}} 已同步到 Evenstock',
  first_sync:
    '{{marketplace}}（{{store}}）现有的商品和订单已同步：\n{{listings}} 个商品链接和 {{orders}} 个订单。',
  first_sync_action: '查看',

  notification_action: '打开其页面',
  sent_by_switch: '您是 {{store}} 的所有者或管理员，因此收到此邮件。可在店铺设置中关闭。',

  digest_subject_other: '{{store}} 有 {{count}} 条新通知',
  digest: '以下是 {{store}} 中您尚未阅读的新通知：',
  digest_more: '另有 {{more}} 条。',
  digest_action: '查看全部',
  digest_by_switch: '按您的要求，此邮件每天发送一次。可在 {{store}} 的通知旁关闭。',

  stock_refused_subject: '{{marketplace}} 拒绝了 {{total}} 次库存更新',
  stock_refused: '{{store}} 的 {{marketplace}} 拒绝了库存更新，原因如下：',
  stock_refused_more: '另有 {{more}} 项。',
  stock_refused_action: '查看全部',

  zeroed_subject: '{{store}} 的强制归零已设定',
  zeroed: '从 {{from}} 到 {{to}}（{{zone}}）显示 0 的链接：{{listings}}',
  unzeroed_subject: '{{store}} 的强制归零已取消',
  unzeroed: '恢复显示库存的链接：{{listings}}',
  zeroed_row: '刊登 {{name}}：',
  zeroed_more_rows: '另有 {{rows}} 个。',
  zeroed_action: '查看商品',

  merged_subject: '{{store}} 的合并已完成',
  merged: '{{store}} 的 {{skus}} 个 SKU 现在在各$t(term:marketplace)共享库存。',
  merged_failed: '{{skus}} 个未能合并；重新开始合并即可重试。',
  merged_action: '查看',

  export_action: '下载文件',
  export_link: '链接 24 小时内有效，仅限您本人：请用 {{email}} 登录。',
  products_exported_subject: '{{store}} 的商品',
  products_exported: '您在 {{store}} 请求的商品表格已准备好。',
  movements_exported_subject: '{{store}} 的库存变动',
  movements_exported: '您在 {{store}} 请求的库存变动表格已准备好。',
  orders_exported_subject: '{{store}} 的订单',
  orders_exported: '您在 {{store}} 请求的订单表格已准备好。',
  order_items_exported_subject: '{{store}} 的订单商品',
  order_items_exported: '您在 {{store}} 请求的订单商品表格已准备好。',

  quantities_imported_subject: '{{store}} 的数量已导入',
  quantities_imported: '您的表格中有 {{done}} 行已在 {{store}} 完成，{{failed}} 行失败。',
  quantities_not_imported_subject: '{{store}} 的导入提前结束',
  quantities_not_imported:
    '{{store}} 的导入在最后一行之前结束：{{done}} 行已完成，{{failed}} 行失败。已完成的保持不变。',
  quantities_before: '此表格之前已导入过：当时已完成的内容不会重复执行。',
  quantities_to_mend: '文件包含失败的行及其原因。请在其中修改后再导入。',
  quantities_action: '查看商品',
};
