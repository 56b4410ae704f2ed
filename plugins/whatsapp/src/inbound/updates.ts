import type { WhatsappConfig } from '../channel/config.ts'

/** Where people and companies publish what nobody answers there: a status, or a channel, an address of newsletters. */
export const isStatus = (jid: string): boolean => jid === 'status@broadcast'
export const isNewsletter = (jid: string): boolean => jid.endsWith('@newsletter')
export const isUpdate = (jid: string): boolean => isStatus(jid) || isNewsletter(jid)

/** What is sent to a list of people, each of whom has it in their chat with who sent it. */
export const isSentToMany = (jid: string): boolean => jid.endsWith('@broadcast') && !isStatus(jid)

/** Whether what comes from an address is dropped: updates, where the settings do not want them. */
export const droppedBy =
  ({ updates }: Pick<WhatsappConfig, 'updates'>) =>
  (jid: string | null | undefined): boolean =>
    !updates && isUpdate(jid ?? '')
