import { Button, Field, Icon, IconButton, Input, Skeleton, useApi, useErrorText, useWords } from '@recado/sdk/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'

/** A contact as a form holds it. */
export interface PickedContact {
  readonly id: string
  readonly name: string
}
interface Found {
  readonly contacts: readonly (PickedContact & { readonly number: string | null })[]
}

const shownAtOnce = 8

/** Chosen contacts, and a search that adds more. Only those with a number can be in a group. */
export function ContactPicker({
  chosen,
  onChange,
  error,
}: {
  chosen: readonly PickedContact[]
  onChange(contacts: readonly PickedContact[]): void
  error: string | undefined
}) {
  const { t } = useWords()
  const api = useApi()
  const textOf = useErrorText()
  const [sought, setSought] = useState('')
  const searchParam = useDeferredValue(sought.trim())
  const found = useQuery({
    queryKey: ['chat-groups', 'contacts', searchParam],
    queryFn: ({ signal }) =>
      api.get<Found>('/contacts', { signal, query: { searchParam, limit: shownAtOnce + chosen.length } }),
    enabled: searchParam !== '',
    placeholderData: keepPreviousData,
  })
  const offered = (found.data?.contacts ?? [])
    .filter(({ id, number }) => number !== null && !chosen.some((contact) => contact.id === id))
    .slice(0, shownAtOnce)
  return (
    <div className="flex flex-col gap-2">
      <Field label={t('pick.label')} required error={error ?? (found.isError ? textOf(found.error) : undefined)}>
        <Input
          type="search"
          placeholder={t('pick.search')}
          value={sought}
          onChange={(event) => setSought(event.target.value)}
        />
      </Field>
      {searchParam !== '' && found.isPending && <Skeleton lines={2} />}
      {searchParam !== '' && found.isSuccess && offered.length === 0 && (
        <p className="text-sm text-ink-muted">{t('pick.none')}</p>
      )}
      {searchParam !== '' && offered.length > 0 && (
        <ul className="flex flex-col gap-1" aria-label={t('pick.found')}>
          {offered.map(({ id, name, number }) => (
            <li key={id}>
              <Button
                size="small"
                variant="ghost"
                icon={<Icon name="plus" size={15} />}
                onClick={() => {
                  onChange([...chosen, { id, name }])
                  setSought('')
                }}
              >
                {`${name} · ${number}`}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ul className="flex flex-wrap gap-1" aria-label={t('pick.chosen')}>
        {chosen.map((contact) => (
          <li
            key={contact.id}
            className="flex items-center gap-1 rounded-full border border-line py-0.5 ps-3 pe-1 text-sm"
          >
            <span className="max-w-48 truncate">{contact.name}</span>
            <IconButton
              size="small"
              label={t('pick.remove', { name: contact.name })}
              icon={<Icon name="x" size={14} />}
              onClick={() => onChange(chosen.filter(({ id }) => id !== contact.id))}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
