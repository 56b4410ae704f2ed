import { useQuery } from '@tanstack/react-query'
import { keys } from '../../base/query-keys.ts'
import { passwordLength } from '../../base/contracts.ts'

/** Read once, when a password first is long enough to be judged. */
async function read(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Whether a password is a common one; undefined while the list is not there. The server judges it in any case. */
export function useCommonPasswords(password: string): ((password: string) => boolean) | undefined {
  const enabled = password.length >= passwordLength.min
  const list = useQuery({
    queryKey: keys.commonPasswords,
    queryFn: read,
    enabled,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  const { data } = list
  return data && ((text) => data.has(text))
}
