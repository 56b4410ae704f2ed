import {
  Button,
  ConfirmDialog,
  EmptyState,
  Icon,
  ListStates,
  NoPermission,
  PageHeader,
  Tabs,
  toast,
  usePermission,
  useWords,
} from '@recado/sdk/ui'
import { useState, type ReactNode } from 'react'
import type { Key, KeyMade } from '../../keys/key.ts'
import { useKeys, useRevoke, type Whose } from '../use-keys.ts'
import { KeyCard } from './key-card.tsx'
import { KeyForm } from './key-form.tsx'
import { MadeDialog } from './made-dialog.tsx'
import { Setups } from './setups.tsx'

/** `/configuracoes/mcp`: a user's own MCP keys, and those of the company for who manages them. */
export default function KeysPage() {
  return usePermission('keys') ? <Keys /> : <NoPermission />
}

type Open = { readonly kind: 'form' } | { readonly kind: 'made'; readonly made: KeyMade }

function Keys() {
  const { t } = useWords()
  const manages = usePermission('manage')
  const list = useKeys('own')
  const [whose, setWhose] = useState<Whose>('own')
  const [open, setOpen] = useState<Open>()
  const grantable = list.data?.grantable ?? []
  const make = (
    <Button
      variant="primary"
      icon={<Icon name="plus" size={16} />}
      disabled={!grantable.includes('read')}
      onClick={() => setOpen({ kind: 'form' })}
    >
      {t('page.make')}
    </Button>
  )
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 px-4 py-6 md:px-8 md:py-8">
      <PageHeader className="mb-0" title={t('page.title')} description={t('page.description')} actions={make} />
      {manages && (
        <Tabs
          label={t('page.whose')}
          value={whose}
          onValueChange={(chosen) => setWhose(chosen as Whose)}
          tabs={[
            { value: 'own', label: t('page.own') },
            { value: 'company', label: t('page.company') },
          ]}
        />
      )}
      <KeyListing key={whose} whose={whose} />
      {whose === 'own' && <Setups />}
      {open?.kind === 'form' && (
        <KeyForm
          grantable={grantable}
          onClose={() => setOpen(undefined)}
          onMade={(made) => setOpen({ kind: 'made', made })}
        />
      )}
      {open?.kind === 'made' && <MadeDialog made={open.made} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

function KeyListing({ whose }: { whose: Whose }): ReactNode {
  const { t } = useWords()
  const list = useKeys(whose)
  const revoke = useRevoke(whose)
  const [doomed, setDoomed] = useState<Key>()
  if (!list.isSuccess || list.data.keys.length === 0)
    return (
      <ListStates query={list} what={t('page.what')} rows={2} rowHeight="6rem" isEmpty>
        <EmptyState icon={<Icon name="key" />} title={t('page.none')}>
          {t('page.noneHelp')}
        </EmptyState>
      </ListStates>
    )
  return (
    <>
      <ul aria-label={t('page.title')} className="flex flex-col gap-3">
        {list.data.keys.map((shown) => (
          <li key={shown.id}>
            <KeyCard shown={shown} isOwn={whose === 'own'} onRevoke={() => setDoomed(shown)} />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={doomed !== undefined}
        onOpenChange={() => setDoomed(undefined)}
        title={t('revoke.title', { name: doomed?.name })}
        description={t('revoke.detail')}
        confirmLabel={t('revoke.confirm')}
        onConfirm={async () => {
          await revoke.mutateAsync(doomed!.id)
          toast.success(t('revoke.done'))
        }}
      />
    </>
  )
}
