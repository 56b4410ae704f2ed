import type { Head } from './head.ts'

const senders =
  /^(mailer-daemon|postmaster|no-?reply|do-?not-?reply|nao-?responda|não-?responda|noresponder|no-?responder|notifications?|bounces?)([+._-][^@]*)?@/i
const subjects =
  /^\s*(re:\s*)?(out of (the )?office|automatic reply|auto(matic)?[ -]?(reply|response)|resposta autom[aá]tica|aus[eê]ncia tempor[aá]ria|fora do escrit[oó]rio|respuesta autom[aá]tica|fuera de (la )?oficina|автоответ|автоматический ответ|abwesen|réponse automatique|undeliver|mail delivery (failed|subsystem)|delivery status notification|returned mail|failure notice|n[aã]o entregue)/i

/**
 * Whether nobody wrote this mail (RFC 3834 and what programs do instead of it). It is kept, and starts nothing by
 * itself.
 */
export function isAutomatic(head: Pick<Head, 'all' | 'from' | 'subject'>, type: string): boolean {
  const has = (name: string): boolean => head.all(name).length > 0
  const submitted = head.all('auto-submitted')[0]?.trim().toLowerCase() ?? 'no'
  return (
    !/^no\b/.test(submitted) ||
    has('x-autoreply') ||
    has('x-autorespond') ||
    has('x-autoresponse') ||
    has('x-autorespond-to') ||
    has('x-auto-response-suppress') ||
    has('list-id') ||
    has('list-unsubscribe') ||
    has('feedback-id') ||
    /^\s*(bulk|junk|list|auto_reply)\b/i.test(head.all('precedence')[0] ?? '') ||
    /^\s*<\s*>\s*$/.test(head.all('return-path')[0] ?? '') ||
    type === 'multipart/report' ||
    senders.test(head.from?.address ?? '') ||
    subjects.test(head.subject)
  )
}

/** Whether an address is one that nobody reads. */
export const isUnread = (address: string): boolean => senders.test(address)
