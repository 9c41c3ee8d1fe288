export default function Page() {
  return <h1>publisher</h1>;
}
