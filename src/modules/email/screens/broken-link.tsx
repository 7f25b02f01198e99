/** In the place of a page whose link was cut off on the way, or never was ours. */
export const BrokenLink = () => (
  <>
    <h1>This link doesn’t work</h1>
    <p>
      It is not whole, or not from us. Please copy all of it from the mail, or <a href="/contact">write to us</a> and we
      will take your address off the list.
    </p>
  </>
)
