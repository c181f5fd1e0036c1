import { uploadAttachment } from '@evenstock/contract/attachments/attachments';
import { route, type Route } from '../../api/routing.ts';
import { storeAttachment } from './store-attachment.ts';

export const attachmentsRoutes: readonly Route[] = [route(uploadAttachment, storeAttachment)];
