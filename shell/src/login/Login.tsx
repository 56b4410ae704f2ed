import { Button, Field, IconButton, Input, Select, useErrorWords } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queries, session } from '../app/services.ts'
import type { Locale, LoginResult } from '../contracts.ts'
import { BrandLogo, BrandName } from '../frame/Brand.tsx'
import { changeLocale } from '../i18n/i18n.ts'
import { localeNames } from '../i18n/locale-choice.ts'
import { applyTheme, themes, type Theme } from '../preferences/theme.ts'

/** An e-mail if it contains @, otherwise a phone number (S5-013). */
const credentials = (account: string, password: string) => account.includes('@') ? { email: account, password } : { phoneNumber: account, password }
/** Only a path of this page: never another site. */
const wayBack = (wanted: string | undefined) => wanted?.startsWith('/') && !wanted.startsWith('//') ? wanted : '/home'

const Refused = ({ text, detail }: { text: string; detail: string | undefined }) => (
  <div role="alert" className="rounded-md border border-danger/30 bg-danger-soft px-3 py-2.5 text-list text-danger">
    <p className="font-medium">{text}</p>
    {detail && <p className="mt-0.5">{detail}</p>}
  </div>
)

export function Login() {
  const { t, i18n } = useTranslation()
  const router = useRouter()
  const { redirect } = useSearch({ from: '/login' })
  const wordsOf = useErrorWords()
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const [visible, setVisible] = useState(false)
  const [missing, setMissing] = useState<'account' | 'password' | null>(null)
  const [theme, setTheme] = useState<Theme>('system')
  // Nothing of the session before is kept.
  useEffect(() => queries.clear(), [])
  const login = useMutation({
    mutationFn: () => api.post<LoginResult>('/auth/login/', credentials(account.trim(), password)),
    onSuccess: (result) => {
      session.begin(result)
      router.history.push(wayBack(redirect))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const empty = account.trim() === '' ? 'account' : password === '' ? 'password' : null
    setMissing(empty)
    if (!empty && !login.isPending) login.mutate()
  }
  return (
    <div className="grid h-full overflow-y-auto bg-canvas side:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <main className="flex min-h-full flex-col px-6 py-8 pane:px-12">
        <div className="flex items-center gap-2.5"><BrandLogo size={30} /><span className="truncate text-title font-semibold tracking-tight"><BrandName /></span></div>
        <div className="mx-auto my-auto w-full max-w-sm py-10">
          <h1 className="text-2xl font-semibold tracking-tight text-balance">{t('login.title')}</h1>
          <p className="mt-1.5 text-thread text-ink-muted">{t('login.subtitle')}</p>
          <form noValidate className="mt-8 flex flex-col gap-4" onSubmit={submit}>
            {login.isError && <Refused {...wordsOf(login.error)} />}
            <Field label={t('login.account')} error={missing === 'account' ? t('login.required') : undefined}>
              <Input value={account} onChange={(event) => setAccount(event.target.value)} autoComplete="username" autoFocus inputMode="email" autoCapitalize="none" spellCheck={false} placeholder={t('login.accountHint')} />
            </Field>
            <Field label={t('login.password')} error={missing === 'password' ? t('login.required') : undefined}>
              <span className="relative block">
                <Input type={visible ? 'text' : 'password'} value={password} onChange={(event) => setPassword(event.target.value)} autoComplete="current-password" className="pr-10" />
                <IconButton className="absolute top-1/2 right-1 -translate-y-1/2" size="small" icon={visible ? <EyeOff size={16} /> : <Eye size={16} />} label={t(visible ? 'login.hidePassword' : 'login.showPassword')} aria-pressed={visible} onClick={() => setVisible(!visible)} />
              </span>
            </Field>
            <Button type="submit" variant="primary" busy={login.isPending} className="mt-2 h-10 justify-center">{t(login.isPending ? 'login.submitting' : 'login.submit')}</Button>
          </form>
        </div>
        <div className="flex flex-wrap gap-3">
          <Select aria-label={t('login.language')} value={i18n.language} onValueChange={(locale) => void changeLocale(locale as Locale)} options={Object.entries(localeNames).map(([value, label]) => ({ value, label }))} />
          <Select aria-label={t('login.theme')} value={theme} onValueChange={(next) => { setTheme(next as Theme); applyTheme(next as Theme) }} options={themes.map((value) => ({ value, label: `${t('frame.theme')}: ${t(`frame.themes.${value}`)}` }))} />
        </div>
      </main>
      <aside className="login-scene relative hidden overflow-hidden border-l border-line side:flex side:flex-col side:justify-end side:p-14" aria-hidden>
        <div className="flex max-w-md flex-col gap-3">
          <div className="login-bubble w-64"><span /></div>
          <div className="login-bubble w-80"><span /><span /></div>
          <div className="login-bubble w-52 self-end" data-own><span /></div>
          <div className="login-bubble w-72 self-end" data-own><span /><span /></div>
          <div className="login-bubble w-32 justify-center"><span className="typing-dots text-ink-muted"><span /><span /><span /></span></div>
        </div>
        <p className="mt-12 max-w-md text-3xl leading-tight font-semibold tracking-tight text-balance">{t('login.promise')}</p>
        <p className="mt-3 max-w-md text-thread text-ink-muted">{t('login.promiseDetail')}</p>
      </aside>
    </div>
  )
}
