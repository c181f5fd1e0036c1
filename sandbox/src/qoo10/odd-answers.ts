import { jsonReply } from '../core/json-reply.ts';
import type { SandboxReply } from '../core/simulator.ts';
import { QapiError, refusal } from './reply.ts';
import type { SentCall } from './sent-call.ts';

/** A refusal with a number that no document has. */
export const unknownError = (sent: SentCall): SandboxReply =>
  refusal(sent, new QapiError(-94_177, 'Unrecognised condition.'));

/** The code of success as text, and the gateway's error beside it. */
export const lyingSuccess = (): SandboxReply =>
  jsonReply(200, {
    ResultObject: null,
    ResultCode: '0',
    ResultMsg: 'SUCCESS',
    ErrorCode: '-94178',
    ErrorMsg: 'System error, please try again later.',
  });
