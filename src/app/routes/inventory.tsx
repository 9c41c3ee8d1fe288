export default function Page() {
  return <h1>inventory</h1>;
}
