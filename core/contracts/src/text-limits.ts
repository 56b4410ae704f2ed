/* Limits of the lengths of texts, in characters. Free of zod: forms and server apply the same limits. */

/** Of an e-mail address. */
export const emailLength = 320
/** Of a name in the domain name system. */
export const domainLength = 253
/** Of a web address. */
export const addressLength = 500
/** Of the names that people give. */
export const nameLengths = {
  attribute: 60,
  attributeOption: 60,
  channel: 100,
  company: 100,
  group: 100,
  identityProvider: 60,
  passkey: 60,
  plan: 80,
  product: 60,
  publisher: 100,
  queue: 100,
  role: 100,
  /** Of a segment of contacts. */
  segment: 60,
  tag: 60,
  ticketView: 60,
  token: 80,
  user: 100,
} as const
/** Of what is said about something beside its name. */
export const descriptionLengths = { attribute: 200, plan: 500, webhook: 200 } as const
/** Of a text of installation settings that has no limit of its own. */
export const settingTextLength = 500
/** Of the privacy notice in one language. */
export const privacyNoticeLength = 20_000
/** Of the message that a channel sends when a ticket is resolved. */
export const farewellLength = 1_000
/** Of the address that a webhook calls. */
export const webhookAddressLength = 2_000
/** Of the CPF or CNPJ of a company, with dots and dashes. */
export const companyDocumentLength = 20
/** Of the address of a company's public pages. */
export const companyAddressLength = 40
/** Of what an identity provider knows the installation by. */
export const identityProviderLengths = { issuer: 500, clientId: 500, clientSecret: 2_000 } as const
/** Of the phone number of a user, with blanks and marks. */
export const userPhoneLength = 32

/** Of what identifies a contact; the lengths of its details are in `contactDetails`. */
export const contactLengths = {
  name: 200,
  /** With blanks and marks. */
  number: 40,
  email: emailLength,
} as const
/** Of what else is worth knowing of a contact, and how many such entries there may be (S3-016). */
export const contactExtraLimits = { description: 100, info: 1_000, count: 50 } as const
/** Of a note about a contact (S3-017). */
export const contactNoteLengths = { title: 200, description: 1_000, information: 5_000 } as const
