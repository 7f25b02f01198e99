import { NEWSLETTER_WORDING } from '../contact/rules.ts'
import { contactDetails } from '../rules/contact-details.ts'
import classes from './page.module.css'
import { described, SitePage } from './site-page.tsx'

export const handle = { static: true }
export const meta = () =>
  described('Contact', 'Write to us. A person replies within 24-48 hours.', '/contact', { image: 'contact' })

/** The form works by browser/contact.ts, which sends it as JSON and shows refusals at their fields. */
export default function Contact() {
  const { address, phone, email, hours } = contactDetails
  return (
    <SitePage title="Contact" lead="Ask us anything. A person reads every message." wide>
      <div className={classes.split}>
        <section aria-labelledby="reach">
          <h2 id="reach">How to reach us</h2>
          <p>Write to us with the form. We reply within 24-48 hours.</p>
          <address className={classes.address}>
            {address.map(line => (
              <span key={line}>{line}</span>
            ))}
          </address>
          <p>
            Phone: <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
            <br />
            Email: <a href={`mailto:${email}`}>{email}</a>
          </p>
          <p>
            Office hours
            <br />
            {hours}
          </p>
        </section>
        <div>
          <ContactForm />
          <section id="contact-thanks" className={classes.card} tabIndex={-1} hidden>
            <h2>Message Sent!</h2>
            <p>Thank you for writing. We reply within 24-48 hours. Please check your email for a confirmation.</p>
          </section>
        </div>
      </div>
      <script src="/contact.js" defer />
    </SitePage>
  )
}

function ContactForm() {
  return (
    <form id="contact-form" className={classes.form} noValidate>
      <Field name="name" label="Name" autoComplete="name" max={200} />
      <Field name="email" label="Email" type="email" autoComplete="email" max={254} />
      <Field name="subject" label="Subject" max={200} />
      <label className={classes.field}>
        Message
        <textarea name="message" rows={6} maxLength={10_000} required aria-describedby="contact-message-problem" />
        <span className={classes.problem} id="contact-message-problem" data-problem="message" />
      </label>
      <label className={classes.trap} aria-hidden="true">
        Website
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
      <label className={classes.check}>
        <input type="checkbox" name="isSubscribed" />
        <span>{NEWSLETTER_WORDING}</span>
      </label>
      <button type="submit" className={classes.button}>
        Send message
      </button>
      <p className={classes.problem} role="alert" data-problem="form" />
      <noscript>Please turn on JavaScript to send this form.</noscript>
    </form>
  )
}

interface FieldProps {
  name: string
  label: string
  type?: string
  autoComplete?: string
  max: number
}

function Field({ name, label, type = 'text', autoComplete, max }: FieldProps) {
  const problem = `contact-${name}-problem`
  return (
    <label className={classes.field}>
      {label}
      <input name={name} type={type} autoComplete={autoComplete} maxLength={max} required aria-describedby={problem} />
      <span className={classes.problem} id={problem} data-problem={name} />
    </label>
  )
}
