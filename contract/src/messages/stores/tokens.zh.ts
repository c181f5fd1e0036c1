import type { ChineseOf } from '../languages/text-types.ts';
import type { tokenMessages } from './tokens.ts';

export const tokenChinese: ChineseOf<typeof tokenMessages> = {
  name_required: '请填写名称',
  name_too_long: '名称最多 {{limit}} 个字符',
  scopes_required: '请选择令牌的权限',
  scope_unknown: '令牌不能拥有此权限',
  scope_not_own: '您自己没有以下权限：{{scopes}}',
  days_unknown: '请选择 7、30、90 或 365 天',
  too_many: '您在此店铺已有 {{count}} 个令牌。请先撤销一个不用的令牌，再试一次',
  members_only: '只有店铺成员可以为其创建令牌。',
  not_living: '此访问令牌不存在、已被撤销或已到期。请创建新的令牌。',
  not_for_tokens: '此操作须由已登录的人员完成，不能使用访问令牌。',
  scope_missing: '此访问令牌没有 {{scope}} 权限，或其持有人已失去该权限。',
  other_store: '此访问令牌属于另一家店铺。',
  too_many_calls_other: '此访问令牌的调用过于频繁。请在 {{count}} 秒后重试。',
};
