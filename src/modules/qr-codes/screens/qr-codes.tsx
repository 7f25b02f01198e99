export default function QrCodes() {
  return null
}
