import {
  Button,
  Checkbox,
  DateField,
  Dialog,
  Field,
  Input,
  Select,
  Textarea,
  toast,
  useErrorText,
} from '@recado/sdk/ui'
import { Copy } from 'lucide-react'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { type Company, domainLength, type LicenceOrder, type Tier, tiers } from '../../base/contracts.ts'
import { untilEndOf } from './use-day.ts'

/** Issues a licence and shows its token, once. */
export function IssueLicence({
  company,
  onIssue,
  onClose,
}: {
  company: Company
  onIssue(order: LicenceOrder): Promise<string>
  onClose(): void
}) {
  const { t } = useTranslation('companies')
  const form = useId()
  const textOf = useErrorText()
  const [tier, setTier] = useState<Tier>(company.tier)
  const [until, setUntil] = useState<string | null>('')
  const [domain, setDomain] = useState('')
  const [enter, setEnter] = useState(true)
  const [token, setToken] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(undefined)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (until === null) return
    setBusy(true)
    setProblem(undefined)
    try {
      setToken(await onIssue({ tier, limits: {}, domain: domain.trim() || null, expiresAt: untilEndOf(until), enter }))
    } catch (thrown) {
      setProblem(thrown)
    } finally {
      setBusy(false)
    }
  }
  const copy = () =>
    void navigator.clipboard.writeText(token!).then(
      () => toast.success(t('companies.copied')),
      () => undefined,
    )
  return (
    <Dialog
      title={t('companies.issueTitle', { name: company.name })}
      description={t('companies.issueDetail')}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        token === undefined ? (
          <>
            <Button onClick={onClose}>{t('shell:action.cancel')}</Button>
            <Button type="submit" form={form} variant="primary" busy={busy}>
              {t('companies.issueSubmit')}
            </Button>
          </>
        ) : (
          <>
            <Button icon={<Copy size={16} />} onClick={copy}>
              {t('companies.copy')}
            </Button>
            <Button variant="primary" onClick={onClose}>
              {t('companies.done')}
            </Button>
          </>
        )
      }
    >
      {token === undefined ? (
        <form id={form} className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
          <Field label={t('plans.tier')}>
            <Select
              value={tier}
              onValueChange={(value) => setTier(value as Tier)}
              options={tiers.map((value) => ({ value, label: t(`shell:tier.${value}`) }))}
            />
          </Field>
          <DateField
            label={t('companies.validUntil')}
            help={t('companies.validUntilHelp')}
            value={until}
            onValueChange={setUntil}
          />
          <Field label={t('companies.domain')} help={t('companies.domainHelp')}>
            <Input
              value={domain}
              maxLength={domainLength}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setDomain(event.target.value)}
            />
          </Field>
          <Checkbox checked={enter} onCheckedChange={setEnter} label={t('companies.enterNow')} />
          {problem !== undefined && (
            <p role="alert" className="text-list text-danger">
              {textOf(problem)}
            </p>
          )}
        </form>
      ) : (
        <div className="flex flex-col gap-3" role="status">
          <p className="text-list">{t(enter ? 'companies.issuedAndEntered' : 'companies.issued')}</p>
          <Field label={t('licence.token')}>
            <Textarea
              readOnly
              value={token}
              rows={6}
              className="font-mono text-xs break-all"
              onFocus={(event) => event.target.select()}
            />
          </Field>
        </div>
      )}
    </Dialog>
  )
}
