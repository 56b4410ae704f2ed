import { keeping } from '../../keeping.ts'

export default keeping('keeper', ['tickets.list', 'tickets.write'])
