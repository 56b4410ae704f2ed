import { Badge, Button, Field, IconButton, Input, toast, useErrorText } from '@recado/sdk/ui'
import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { SsoDomain } from '../../base/contracts.ts'
import { useDomainCheck } from '../../data/access/use-sso-domains.ts'

/** State of a domain's proof, with the record to be published while it is not found. */
export function SsoDomainProof({ domain }: { readonly domain: SsoDomain }) {
  const { t, i18n } = useTranslation('access')
  const textOf = useErrorText()
  const check = useDomainCheck()
  const isProven = domain.status === 'verified'
  const day = (at: string) => new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(new Date(at))
  const found = domain.problem === null ? undefined : t(`sso.domain.problem.${domain.problem}`)
  return (
    <section aria-label={domain.domain} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-list font-medium break-all">{domain.domain}</span>
        <Badge tone={!isProven ? 'warning' : domain.endsAt ? 'danger' : 'success'}>
          {t(isProven ? 'sso.domain.verified' : 'sso.domain.pending')}
        </Badge>
        <Button
          size="small"
          className="ml-auto"
          busy={check.isPending}
          aria-label={t('sso.domain.checkOf', { domain: domain.domain })}
          onClick={() => check.mutate(domain.domain)}
        >
          {t('sso.domain.check')}
        </Button>
      </div>
      {domain.endsAt && (
        <p role="status" className="text-list text-danger">
          {t('sso.domain.ends', { when: day(domain.endsAt) })}
        </p>
      )}
      {check.isError ? (
        <p role="alert" className="text-list text-danger">
          {textOf(check.error)}
        </p>
      ) : (
        found && (
          <p role={check.isSuccess ? 'alert' : undefined} className="text-list text-ink-muted">
            {found}
          </p>
        )
      )}
      {(!isProven || domain.endsAt) && (
        <div className="flex flex-col gap-2 rounded-md border border-line bg-canvas p-3">
          <p className="text-list text-ink-muted">{t('sso.domain.publish')}</p>
          <Copied label={t('sso.domain.recordName')} value={domain.record.name} />
          <Copied label={t('sso.domain.recordValue')} value={domain.record.value} />
        </div>
      )}
    </section>
  )
}

/** A text that is taken elsewhere as it is. */
function Copied({ label, value }: { readonly label: string; readonly value: string }) {
  const { t } = useTranslation('access')
  const copy = (): void =>
    void navigator.clipboard.writeText(value).then(
      () => toast.success(t('sso.domain.copied')),
      () => toast.error(t('sso.domain.copyFailed')),
    )
  return (
    <div className="flex items-end gap-2">
      <Field label={label} className="min-w-0 flex-1">
        <Input value={value} readOnly spellCheck={false} translate="no" onFocus={(event) => event.target.select()} />
      </Field>
      <IconButton icon={<Copy size={16} />} label={t('sso.domain.copy', { what: label })} onClick={copy} />
    </div>
  )
}
