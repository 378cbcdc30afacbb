#include "report/escape.h"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

constexpr char replaced[] = "\xEF\xBF\xBD";

TEST(Escape, XmlHasNoMarkupAndNoForbiddenBytes) {
  EXPECT_EQ(escapedForXml("a < b && c > \"d\" + 'e'"),
            "a &lt; b &amp;&amp; c &gt; &quot;d&quot; + &apos;e&apos;");
  EXPECT_EQ(escapedForXml("]]><data>"), "]]&gt;&lt;data&gt;");
  EXPECT_EQ(escapedForXml("\t\n\r"), "&#9;&#10;&#13;");
  EXPECT_EQ(escapedForXml("\x01\x1B"), std::string(replaced) + replaced);
  EXPECT_EQ(escapedForXml("\xC3\xA4\xFF"), std::string("\xC3\xA4") + replaced);
}

TEST(Escape, YamlStaysOneScalar) {
  EXPECT_EQ(quotedForYaml("a: b # c"), "\"a: b # c\"");
  EXPECT_EQ(quotedForYaml("say \"\\\""), "\"say \\\"\\\\\\\"\"");
  EXPECT_EQ(quotedForYaml("1\n- 2\x7F"), "\"1\\x0A- 2\\x7F\"");
  EXPECT_EQ(quotedForYaml("\xFF"), std::string("\"") + replaced + "\"");
}

TEST(Escape, DotStaysOneName) {
  EXPECT_EQ(quotedForDot("a -> b; {}"), "\"a -> b; {}\"");
  EXPECT_EQ(quotedForDot("\"\\N\""), "\"\\\"\\\\N\\\"\"");
  EXPECT_EQ(quotedForDot("two\nlines\t"), "\"two\\nlines \"");
}

} // namespace
} // namespace heddle::report
