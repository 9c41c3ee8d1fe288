export default function Page() {
  return <h1>profile-of</h1>;
}
