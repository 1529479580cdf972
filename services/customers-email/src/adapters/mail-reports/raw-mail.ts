/** Form fields in which mail services post a whole mail: Mailgun `body-mime`, SendGrid `email`. */
const FIELDS = ['body-mime', 'email'];
const FORMS = ['multipart/form-data', 'application/x-www-form-urlencoded'];

/** Returns the posted mail: the body itself, or a field of the form that a mail service posts. */
export async function rawMail(body: Uint8Array, contentType: string): Promise<Uint8Array> {
  if (!FORMS.some((form) => contentType.toLowerCase().startsWith(form))) return body;
  const form = await new Response(Buffer.from(body), {
    headers: { 'content-type': contentType },
  }).formData();
  for (const field of FIELDS) {
    const value = form.get(field);
    if (typeof value === 'string') return Buffer.from(value);
    if (value) return new Uint8Array(await value.arrayBuffer());
  }
  throw new Error('The form has no field with a mail.');
}
