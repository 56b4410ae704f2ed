import { Button, Icon, toast, useApi, usePermission, useWords } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

interface HelpCenter {
  readonly path: string | null
  readonly isPublished: boolean
  readonly hasAddress: boolean
}

/** Where customers read the articles; while they cannot, who may change that is told how. */
export function HelpCenterLine() {
  const { t } = useWords()
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['knowledge', 'help-center'],
    queryFn: ({ signal }) => api.get<HelpCenter>('help-center', { signal }),
    refetchOnMount: 'always',
  })
  if (!data) return null
  if (data.path === null) return <Missing {...data} />
  const url = `${location.origin}${data.path}`
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(url)
    toast.success(t('publicHelp.copied'))
  }
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <a
        className="inline-flex items-center gap-1.5 text-accent-text underline underline-offset-2"
        href={url}
        target="_blank"
        rel="noopener"
      >
        <Icon name="globe" size={14} />
        {t('publicHelp.open')}
      </a>
      <Button size="small" variant="ghost" icon={<Icon name="copy" size={14} />} onClick={() => void copy()}>
        {t('publicHelp.copy')}
      </Button>
    </p>
  )
}

function Missing({ isPublished, hasAddress }: HelpCenter) {
  const { t } = useWords()
  const navigate = useNavigate()
  const maySwitch = usePermission('plugins.manage')
  const mayAddress = usePermission('settings.manage')
  const switches = maySwitch && !isPublished
  const chooses = mayAddress && !hasAddress
  if (!switches && !chooses) return null
  return (
    <section
      aria-label={t('publicHelp.offTitle')}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-surface p-3"
    >
      <div className="min-w-0 flex-1 basis-72">
        <p className="text-list font-medium">{t('publicHelp.offTitle')}</p>
        <p className="text-xs text-ink-muted">{t('publicHelp.offDetail')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {chooses && (
          <Button size="small" onClick={() => void navigate({ to: '/configuracoes/geral' as '/' })}>
            {t('publicHelp.chooseAddress')}
          </Button>
        )}
        {switches && (
          <Button size="small" onClick={() => void navigate({ to: '/configuracoes/plugins' as '/' })}>
            {t('publicHelp.switchOn')}
          </Button>
        )}
      </div>
    </section>
  )
}
