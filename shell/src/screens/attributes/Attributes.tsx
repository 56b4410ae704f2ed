import {
  ApiError,
  Button,
  EmptyState,
  ErrorState,
  NoPermission,
  PageHeader,
  Skeleton,
  Tabs,
  VisuallyHidden,
} from '@recado/sdk/ui'
import { ListPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportFailure } from '../../base/ui/report-failure.ts'
import { attributeOwners, type AttributeDefinition, type AttributeOwner } from '../../base/contracts.ts'
import { AttributeForm } from './AttributeForm.tsx'
import { AttributeRow, type AttributeAct } from './AttributeRow.tsx'
import { DeleteAttribute } from './DeleteAttribute.tsx'
import { usePluginNames } from '../../data/plugins/use-plugin-names.ts'
import { useAttributeActs, useAttributeQuery } from '../../data/attributes/use-attributes.ts'

type Open = { act: 'create' } | { act: 'edit' | 'delete'; definition: AttributeDefinition }

/** `/configuracoes/atributos`: attributes of contacts and tickets beside the built-in fields. */
export function Attributes() {
  const { t } = useTranslation('attributes')
  const [owner, setOwner] = useState<AttributeOwner>('contact')
  const query = useAttributeQuery()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const add = (
    <Button variant="primary" icon={<Plus size={16} />} onClick={() => setOpen({ act: 'create' })}>
      {t('add')}
    </Button>
  )
  if (ApiError.is(query.error) && query.error.status === 403)
    return (
      <div className="grid h-full place-items-center p-6">
        <NoPermission />
      </div>
    )
  const rows = (query.data ?? []).filter((definition) => definition.owner === owner)
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 px-4 py-6 pane:px-8 pane:py-8">
        <PageHeader className="mb-0" title={t('title')} description={t('description')} actions={add} />
        <Tabs
          value={owner}
          onValueChange={(value) => setOwner(value as AttributeOwner)}
          label={t('owners')}
          tabs={attributeOwners.map((value) => ({ value, label: t(`owner.${value}`) }))}
        >
          <div className="flex flex-col gap-4 pt-4">
            {query.isPending && <Skeleton height="12rem" className="rounded-lg" />}
            {query.isError && <ErrorState what={t('what')} error={query.error} onRetry={() => void query.refetch()} />}
            {query.isSuccess && rows.length === 0 && (
              <EmptyState icon={<ListPlus size={22} />} title={t(`none.${owner}`)} action={add}>
                {t(`noneDetail.${owner}`)}
              </EmptyState>
            )}
            {rows.length > 0 && <AttributeList owner={owner} rows={rows} onOpen={setOpen} />}
          </div>
        </Tabs>
      </div>
      {open?.act === 'create' && <AttributeForm owner={owner} onClose={close} />}
      {open?.act === 'edit' && <AttributeForm owner={owner} definition={open.definition} onClose={close} />}
      {open?.act === 'delete' && <DeleteAttribute definition={open.definition} onClose={close} />}
    </div>
  )
}

function AttributeList({
  owner,
  rows,
  onOpen,
}: {
  owner: AttributeOwner
  rows: readonly AttributeDefinition[]
  onOpen(open: Open): void
}) {
  const { t } = useTranslation('attributes')
  const { archive, order } = useAttributeActs()
  const pluginNames = usePluginNames()
  const [dragged, setDragged] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const move = (id: string, to: number) => {
    const moved = rows.find((row) => row.id === id)
    if (!moved || rows[to] === undefined || rows[to] === moved) return
    order.mutate({ owner, rows: rows.filter((row) => row !== moved).toSpliced(to, 0, moved) })
    setSaid(t('moved', { name: moved.label, place: to + 1, count: rows.length }))
  }
  const act = (name: AttributeAct, definition: AttributeDefinition) => {
    if (name === 'archive' || name === 'restore')
      archive.mutate({ definition, isArchived: name === 'archive' }, { onError: reportFailure })
    else onOpen({ act: name, definition })
  }
  return (
    <>
      <ol aria-label={t(`owner.${owner}`)} className="flex flex-col gap-2">
        {rows.map((definition, at) => (
          <li
            key={definition.id}
            draggable
            onDragStart={() => setDragged(definition.id)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              if (dragged !== null) event.preventDefault()
            }}
            onDrop={(event) => {
              event.preventDefault()
              if (dragged !== null) move(dragged, at)
            }}
            className={dragged === definition.id ? 'opacity-50' : undefined}
          >
            <AttributeRow
              definition={definition}
              pluginName={definition.plugin && pluginNames.get(definition.plugin)}
              isFirst={at === 0}
              isLast={at === rows.length - 1}
              onAct={(name) => act(name, definition)}
              onMove={(step) => move(definition.id, at + step)}
            />
          </li>
        ))}
      </ol>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </>
  )
}
