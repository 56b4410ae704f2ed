import { bareDocument, type ErrorBody } from '../../base/contracts.ts'
import { signInName } from '../../base/session/account.ts'
import { newPasswordFaults } from './new-password.ts'

/** Fields of the registration (S2-009). */
export interface RegistrationForm {
  readonly planId: string | undefined
  readonly name: string
  readonly company: string
  readonly email: string
  readonly phoneNumber: string
  readonly document: string
  readonly password: string
  readonly confirmation: string
  readonly termsAccepted: boolean
}
type Field = keyof RegistrationForm | 'captcha'
/** Keys of words, by field and in the order of the form. */
export type RegistrationFaults = Partial<Record<Field, string>>

/** Mistakes that are detected without the server. */
export function registrationFaults(
  form: RegistrationForm,
  captchaCompleted: boolean,
  plansOffered: boolean,
): RegistrationFaults {
  const { email, phoneNumber } = form
  const name = signInName(email)
  const phone = signInName(phoneNumber)
  return {
    ...(plansOffered && form.planId === undefined && { planId: 'registration:register.planMissing' }),
    ...(form.name.trim() === '' && { name: 'login.required' }),
    ...(!(name && 'email' in name) && {
      email: email.trim() === '' ? 'login.required' : 'registration:register.emailInvalid',
    }),
    ...(!(phone && 'phoneNumber' in phone) && {
      phoneNumber: phoneNumber.trim() === '' ? 'login.required' : 'registration:register.phoneInvalid',
    }),
    ...(bareDocument(form.document) === undefined && {
      document: form.document.trim() === '' ? 'login.required' : 'registration:register.documentInvalid',
    }),
    ...newPasswordFaults(form, knownOf(form)),
    ...(!form.termsAccepted && { termsAccepted: 'registration:register.termsMissing' }),
    ...(!captchaCompleted && { captcha: 'login.captcha.required' }),
  }
}

/** Known facts about the person who registers: no password may consist of them. */
export const knownOf = ({
  email,
  name,
  company,
}: Pick<RegistrationForm, 'email' | 'name' | 'company'>): readonly string[] => [email, name, company]

const fieldOfPath: Readonly<Record<string, Field>> = {
  name: 'name',
  company: 'company',
  email: 'email',
  phoneNumber: 'phoneNumber',
  document: 'document',
  password: 'password',
  confirmPassword: 'confirmation',
  planId: 'planId',
  termsAccepted: 'termsAccepted',
}

/** Mistakes that the server found, at their fields. */
export function refusedFields(code: string, issues: ErrorBody['issues'] = []): RegistrationFaults {
  if (code === 'ERR_DOCUMENT_INVALID') return { document: 'registration:register.documentInvalid' }
  if (code === 'ERR_NO_PLAN_FOUND') return { planId: 'registration:register.planGone' }
  if (code !== 'ERR_VALIDATION') return {}
  return Object.fromEntries(
    issues.flatMap(({ path }) => {
      const field = fieldOfPath[path.split('.')[1] ?? '']
      return field
        ? [[field, field === 'password' ? 'newPassword.guessable' : 'registration:register.notAccepted']]
        : []
    }),
  )
}
