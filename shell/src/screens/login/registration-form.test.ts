import { expect, it } from 'vitest'
import { newPasswordFaults } from './new-password.ts'
import { refusedFields, registrationFaults, type RegistrationForm } from './registration-form.ts'

const good: RegistrationForm = {
  planId: 'p',
  name: 'Rita',
  company: '',
  email: 'rita@padaria.test',
  phoneNumber: '11 91234-5678',
  document: '529.982.247-25',
  password: 'Senha1234',
  confirmation: 'Senha1234',
  termsAccepted: true,
}

it.each<[string, Partial<RegistrationForm>, object]>([
  ['S2-009 a whole form is not complained about', {}, {}],
  [
    'S2-009 a plan has to be chosen where plans are offered',
    { planId: undefined },
    { planId: 'registration:register.planMissing' },
  ],
  [
    'S2-009 name, e-mail and phone have to be there',
    { name: ' ', email: '', phoneNumber: '' },
    { name: 'login.required', email: 'login.required', phoneNumber: 'login.required' },
  ],
  ['S2-009 the company may go without a name', { company: '' }, {}],
  [
    'an e-mail is no phone number and a phone number no e-mail',
    { email: '11 91234-5678', phoneNumber: 'rita@padaria.test' },
    { email: 'registration:register.emailInvalid', phoneNumber: 'registration:register.phoneInvalid' },
  ],
  ['S5-012 half a document is none', { document: '529.982' }, { document: 'registration:register.documentInvalid' }],
  [
    'S2-010 the terms have to be accepted',
    { termsAccepted: false },
    { termsAccepted: 'registration:register.termsMissing' },
  ],
  [
    'S8-110 S5-006 the passwords have to be the same',
    { confirmation: 'Senha1235' },
    { confirmation: 'newPassword.different' },
  ],
])('%s', (_title, change, faults) => expect(registrationFaults({ ...good, ...change }, true, true)).toEqual(faults))

it('S5-016 the slider has to be completed, and without plans none is asked for', () => {
  expect(registrationFaults({ ...good, planId: undefined }, false, false)).toEqual({
    captcha: 'login.captcha.required',
  })
})

it('S5-001…007 S8-110 a password is judged with its repetition', () => {
  expect(newPasswordFaults({ password: '', confirmation: '' })).toEqual({
    password: 'login.required',
    confirmation: 'login.required',
  })
  expect(newPasswordFaults({ password: 'curta', confirmation: 'curta' })).toEqual({ password: 'newPassword.weak' })
  expect(newPasswordFaults({ password: 'Senha1234', confirmation: 'Senha1234' })).toEqual({})
})

it('what the server refuses is said at its field', () => {
  expect(refusedFields('ERR_DOCUMENT_INVALID')).toEqual({ document: 'registration:register.documentInvalid' })
  expect(refusedFields('ERR_NO_PLAN_FOUND')).toEqual({ planId: 'registration:register.planGone' })
  expect(
    refusedFields('ERR_VALIDATION', [
      { path: 'body.email', message: 'x' },
      { path: 'body.confirmPassword', message: 'same' },
      { path: 'body', message: 'x' },
    ]),
  ).toEqual({ email: 'registration:register.notAccepted', confirmation: 'registration:register.notAccepted' })
  expect(refusedFields('ERR_TOO_MANY_REQUESTS')).toEqual({})
})
