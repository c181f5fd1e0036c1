import type { channelConsentMessages } from './channel-consent.ts';
import type { ChineseOf } from '../languages/text-types.ts';

export const channelConsentChinese: ChineseOf<typeof channelConsentMessages> = {
  not_confirmed: '{{channel}} 没有确认授权。请重新开始。',
  shop_not_named: '{{channel}} 没有说明授权了哪个平台店铺。请重新开始授权。',
  one_shop_needed:
    '此 {{channel}} 主账号授权的平台店铺不是恰好一个。请重新授权，并只选择此$t(term:marketplace)的平台店铺。',
  code_over: '{{channel}} 不再接受此授权：它已被使用，或耗时过长。请重新开始。',
  return_unsigned: '从 {{channel}} 返回的地址没有其签名。请重新开始授权。',
  return_names_no_shop: '从 {{channel}} 返回的地址没有有效的平台店铺名称。请重新开始授权。',
  return_late: '从 {{channel}} 返回得太晚。请重新开始授权。',
  scopes_missing: '{{channel}} 没有授予所需权限（{{scopes}}）。请重新授权并全部同意。',
  not_a_seller: '此 {{channel}} 账号不是卖家账号。请以卖家身份登录后重新授权。',
  several_shops: '此 {{channel}} 账号有多个平台店铺。请填写要连接的平台店铺的准确名称，然后重新授权。',
  shop_name_mismatch: '{{channel}} 平台店铺名称不符',
  shop_name_invalid: '这不是 {{channel}} 平台店铺的名称。请填写 {{domain}} 之前的部分。',
  shop_name_needed: '{{channel}} 需要平台店铺的准确名称。请先在此$t(term:marketplace)中填写。',
  shop_not_linked:
    '没有名为“{{name}}”的平台店铺与本系统的 {{channel}} 应用关联。请检查拼写，或请 {{channel}} 关联该店铺，然后重新验证。',
  shops_alike:
    '有多个名为“{{name}}”的平台店铺与本系统的 {{channel}} 应用关联。请更改其中一个的名称，然后重新验证。',
  other_shop:
    '您在 {{channel}} 授权了 {{found}}，但此$t(term:marketplace)对应 {{expected}}。请登录该平台店铺后重新授权。',
  not_sold_there: '此卖家账号没有在 {{channel}} 销售。请在那里注册，或使用在那里销售的账号授权。',
  no_location: '此 {{channel}} 平台店铺没有自己的有效库存地点。请在那里添加一个，然后重新验证。',
  keys_wrong: '{{channel}} 不接受此 API 密钥、用户 ID 和密码的组合。请在那里核对这三项后重试。（{{reason}}）',
  token_over: '{{channel}} 不再续期令牌：授权已被撤回或已到期。请重新验证此$t(term:marketplace)。',
  token_refused: '{{channel}} 不再接受此平台店铺的令牌。应用可能已在那里被移除。',
  token_renewed: '{{channel}} 不再接受我们的令牌。它会自动续期。',
  keys_over:
    '{{channel}} 不再接受此 API 密钥或密码。请用当前的密钥和密码重新验证此$t(term:marketplace)。（{{reason}}）',
  other_app: '此平台店铺是通过另一个 {{channel}} 应用连接的。请重新验证此$t(term:marketplace)。',
  warehouse_unlinked: '{{reason}} 仓库可能不再关联。',
  shop_unlinked_because: '{{reason}} 此平台店铺不再与本系统的应用关联。',
  shop_not_authorised: '{{channel}} 不再将此平台店铺列为已授权。请重新验证此$t(term:marketplace)。',
  shop_unknown_here: '这里没有 {{channel}} 识别此平台店铺所需的信息。请重新验证此$t(term:marketplace)。',
  shop_unknown: '{{channel}} 找不到此平台店铺。请检查其名称。',
  shop_frozen: '{{channel}} 已冻结或锁定此平台店铺。须由其所有者与 {{channel}} 解决。',
  permission_missing:
    '{{channel}} 不允许此应用执行该操作。请重新验证此$t(term:marketplace)，并同意所有权限。',
  access_denied: '{{reason}} 请重新验证此$t(term:marketplace)以授予权限。',
  method_not_allowed: '{{reason}} 此 API 密钥没有该权限：请 {{channel}} 为其开通 {{method}}。',
  app_role_missing:
    '{{channel}} 不允许此调用。请让 Evenstock 的管理者检查应用在那里的权限，然后重新验证此$t(term:marketplace)。',
  app_keys_refused: '{{channel}} 不接受本系统的应用密钥。请让 Evenstock 的管理者检查；密钥可能需要更新。',
  app_keys_refused_because: '{{channel}} 不接受本系统的应用密钥。请让 Evenstock 的管理者检查。（{{reason}}）',
  token_call_refused: '{{channel}} 拒绝了令牌请求：{{reason}}',
  address_not_registered: '{{reason}} {{channel}} 仅允许为本系统的应用登记的地址访问。',
  server_address_refused:
    '{{channel}} 不接受来自此服务器地址的调用。请让 Evenstock 的管理者将其加入应用的允许名单。',
};
