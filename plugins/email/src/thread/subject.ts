/** Prefixes of mail programs for the subject of an answer, in many languages. */
const prefix =
  /^\s*(?:(?:re|res|rv|enc|fwd?|aw|wg|sv|vs|ref|tr|ynt|rif|r|i|отв|ответ|на|пер|fw)\s*(?:\[\d{1,3}\]|\(\d{1,3}\))?\s*[:：]\s*)+/iu

/** The subject that all mails of a conversation share. */
export const bareSubject = (subject: string): string => subject.replace(prefix, '').trim()

export const answerSubject = (subject: string): string => `Re: ${subject}`
