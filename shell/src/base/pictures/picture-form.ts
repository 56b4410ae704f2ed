/** A picture as the routes of users, groups and contacts take it. */
export function pictureForm(file: File): FormData {
  const form = new FormData()
  form.set('file', file)
  return form
}
