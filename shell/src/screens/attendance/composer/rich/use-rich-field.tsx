import { useEffect, useState, type ComponentType } from 'react'
import { withWords } from '../../../../base/i18n/i18n.ts'
import type { RichFieldProps } from './RichField.tsx'

type RichField = ComponentType<RichFieldProps>
let loaded: RichField | undefined

/**
 * The editor of letters, which is fetched when the first one can be written. `loading` until it is there; undefined
 * where it is not wanted or cannot be fetched: then the text is written with its marks.
 */
export function useRichField(isWanted: boolean): RichField | 'loading' | undefined {
  const [field, setField] = useState<{ is: RichField | 'loading' | undefined }>(() => ({ is: loaded ?? 'loading' }))
  useEffect(() => {
    if (!isWanted || loaded) return
    withWords('tickets', import('./RichField.tsx')).then(
      (module) => {
        loaded = module.RichField
        setField({ is: loaded })
      },
      () => setField({ is: undefined }),
    )
  }, [isWanted])
  return isWanted ? (loaded ?? field.is) : undefined
}

/** The editor that was fetched. */
export const RichFieldAs = ({ as: Field, ...props }: RichFieldProps & { as: RichField }) => <Field {...props} />
