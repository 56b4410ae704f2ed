import { plugin } from '../../../minimal.ts'

export default plugin('tickets', { permissions: { delete: { titleKey: 'permission.delete', roles: ['user'] } } })
